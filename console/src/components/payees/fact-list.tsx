import { SimpleGrid, Text } from '@mantine/core';
import { Note } from '../note.tsx';

/** Labels and values of a payee, in two columns. */
export function FactList({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} component="dl" m={0}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <Note size="xs" component="dt">
            {label}
          </Note>
          <Text size="sm" component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
