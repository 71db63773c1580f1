import { Textarea, type TextareaProps } from '@mantine/core';
import { useLimit } from './limit.tsx';

/** A text of several lines with a maximum length (`limit.tsx`). */
export function LimitedArea({ max, value, error, ...props }: TextareaProps & { max: number; value: string }) {
  return <Textarea {...props} {...useLimit({ max, value, error })} />;
}
