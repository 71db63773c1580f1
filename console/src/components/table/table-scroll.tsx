import type { ReactNode } from 'react';

interface TableScrollProps {
  /** Accessible name. */
  label: string;
  minWidth?: number;
  maxHeight?: number;
  children: ReactNode;
}

/** A place in which a table that is too wide or too high scrolls, also by keyboard. */
export function TableScroll({ label, minWidth = 280, maxHeight, children }: TableScrollProps) {
  const scrolled = { tabIndex: 0, 'aria-label': label };
  return (
    <div style={{ overflow: 'auto', maxHeight }} {...scrolled}>
      <div style={{ minWidth }}>{children}</div>
    </div>
  );
}
