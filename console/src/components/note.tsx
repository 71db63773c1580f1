import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** Secondary text: a hint, a description, a detail below a value. */
export function Note({ size = 'sm', ...rest }: TextProps & { role?: string; component?: 'dt'; children: ReactNode }) {
  return <Text size={size} c="dimmed" {...rest} />;
}

/** The main value of a row or a card. */
export function Strong({ size = 'sm', ...rest }: TextProps & { children: ReactNode }) {
  return <Text size={size} fw={600} {...rest} />;
}
