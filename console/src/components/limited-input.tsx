import { TextInput, type TextInputProps } from '@mantine/core';
import { useLimit } from './limit.tsx';

/** A line of text with a maximum length (`limit.tsx`). */
export function LimitedInput({
  max,
  value,
  error,
  ...props
}: Omit<TextInputProps, 'max'> & { max: number; value: string }) {
  return <TextInput {...props} {...useLimit({ max, value, error })} />;
}
