import { Popover, Skeleton } from '@mantine/core';
import { cloneElement, type ReactElement, Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';

const Calendar = lazyPart(() => import('../calendar/one-day.tsx'));

interface DayMenuProps {
  /** The button that opens it. */
  target: ReactElement<{ onClick: () => void }>;
  /** Empty: none is chosen. */
  day: string;
  min: string | undefined;
  max: string | undefined;
  onChange: (day: string) => void;
}

/** Popover with a calendar in which one day is chosen. */
export default function DayMenu({ target, onChange, ...choice }: DayMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => setIsOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown w={320} maw="calc(100vw - 2rem)">
        <Suspense fallback={<Skeleton h={280} />}>
          <Calendar
            {...choice}
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
