import { Button, Group, Popover, Skeleton } from '@mantine/core';
import { cloneElement, type ReactElement, Suspense, useState } from 'react';
import type { DayRange } from '../day-range.ts';
import { lazyPart } from '../lazy-part.tsx';

const DaysForm = lazyPart(() => import('../calendar/days-form.tsx'));

interface RangeMenuProps {
  /** The button that opens it. */
  target: ReactElement<{ onClick: () => void }>;
  /** Ranges that are often selected. */
  choices: readonly { key: string; label: string; range: DayRange }[];
  range: DayRange;
  /** Maximum length in days. */
  max: number;
  onChange: (range: DayRange) => void;
}

/** Popover with the usual ranges, and a calendar and fields for any other one. */
export default function RangeMenu({ target, choices, range, max, onChange }: RangeMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (chosen: DayRange) => {
    onChange(chosen);
    setIsOpen(false);
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => setIsOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 2rem)">
        <Group gap="xs" mb="sm" maw={360}>
          {choices.map(({ key, label, range: preset }) => (
            <Button key={key} size="compact-xs" variant="light" onClick={() => choose(preset)}>
              {label}
            </Button>
          ))}
        </Group>
        <Suspense fallback={<Skeleton h={300} />}>
          <DaysForm range={range} max={max} onChoice={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
