import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import type { DayFieldProps } from './calendar/day-input.tsx';
import { lazyPart } from './lazy-part.tsx';

const Input = lazyPart(() => import('./calendar/day-input.tsx'));

/**
 * A field for a day, typed as the reader's language writes it (or as `2026-11-22`), or chosen in a calendar. The browser's own field would
 * follow the language of the browser. The input is loaded when it is first shown.
 */
export function DayField({ value, min, max, onChange, ...props }: DayFieldProps) {
  return (
    <Suspense fallback={<TextInput {...props} disabled aria-busy />}>
      <Input value={value} onChange={onChange} {...(min && { min })} {...(max && { max })} {...props} />
    </Suspense>
  );
}
