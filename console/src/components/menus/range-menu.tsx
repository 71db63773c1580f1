import { Popover, Skeleton } from '@mantine/core';
import { cloneElement, type ReactElement, Suspense, useState } from 'react';
import type { RangeChoices } from '../calendar/range-choices.tsx';
import { lazyPart } from '../lazy-part.tsx';

const Choices = lazyPart(() => import('../calendar/range-choices.tsx'));

interface RangeMenuProps extends RangeChoices {
  /** The button that opens it. */
  target: ReactElement<{ onClick: () => void }>;
}

/** Popover with the usual ranges, and a calendar and fields for any other one. */
export default function RangeMenu({ target, onChange, ...choices }: RangeMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => setIsOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Suspense fallback={<Skeleton h={380} w={360} maw="100%" />}>
          <Choices
            {...choices}
            onChange={(chosen) => {
              onChange(chosen);
              setIsOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
