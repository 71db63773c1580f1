import { Group, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { StateBadge } from './state-badge.tsx';

/** The name of an entry of a list, such as a host or a URL, with its state. */
export function NamedState({
  name,
  tone,
  children,
}: { name: string } & Pick<ComponentProps<typeof StateBadge>, 'tone' | 'children'>) {
  return (
    <Group gap="xs">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <StateBadge tone={tone}>{children}</StateBadge>
    </Group>
  );
}
