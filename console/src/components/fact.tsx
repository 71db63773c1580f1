import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';

/** A label and its value, within a `dl`. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Note size="xs" component="dt">
        {label}
      </Note>
      <Text component="dd" size="sm" fw={600} m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </div>
  );
}
