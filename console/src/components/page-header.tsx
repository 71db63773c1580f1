import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { PageHelp } from '../help/help.tsx';

/** Title of a page and of the browser tab, with its help, a description and page-level actions. */
export function PageHeader({ title, hint, children }: { title: string; hint?: ReactNode; children?: ReactNode }) {
  useDocumentTitle(`${title} – Tributary`);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="md">
      <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
        <Group gap={6} wrap="nowrap">
          <Title order={1} size="h2" lts={-0.4}>
            {title}
          </Title>
          <PageHelp />
        </Group>
        {hint && (
          <Text c="dimmed" maw={640}>
            {hint}
          </Text>
        )}
      </Stack>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
