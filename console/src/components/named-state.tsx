import { Group, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { StateBadge } from './state-badge.tsx';

/** The name of an entry of a list, such as a host or a URL, with its state. */
export function NamedState({
  name,
  mood,
  children,
}: { name: string } & Pick<ComponentProps<typeof StateBadge>, 'mood' | 'children'>) {
  return (
    <Group gap="xs">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <StateBadge mood={mood}>{children}</StateBadge>
    </Group>
  );
}
