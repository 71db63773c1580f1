import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Title of a section with a description and actions. */
export function SectionHeader({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {children}
    </Group>
  );
}
