import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Secondary text: a hint, a description, a detail below a value. */
export function Note({ size = 'sm', ...rest }: TextProps & { role?: string; children: ReactNode }) {
  return <Text size={size} c="dimmed" {...rest} />;
}
