import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHelp } from '../help/help.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';

interface PageHeaderProps {
  /** The page above this one, to which the breadcrumbs lead. */
  above?: { label: string; link: LinkProps };
  title: string;
  /** The name of the record that the page is about, in place of the title. Undefined until the record is known. */
  name?: string | undefined;
  /** What the page is for. It should not depend on data, so that it is painted before the scripts are loaded (`bundle/headings.ts`). */
  hint?: ReactNode;
  /** The main facts about the record. */
  facts?: ReactNode;
  /** Actions on the whole page. */
  children?: ReactNode;
}

/** Title of a page and of the browser tab, with its help, a description, facts and actions. */
export function PageHeader({ above, title, name = title, hint, facts, children }: PageHeaderProps) {
  useDocumentTitle(`${name} – Tributary`);
  return (
    <>
      {above && <Breadcrumbs above={above} current={name} />}
      <Group justify="space-between" align="flex-start" mb="lg" gap="md">
        <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
          <Group gap={6} wrap="nowrap">
            <Title order={1} size="h2" lts={-0.4}>
              {name}
            </Title>
            <PageHelp />
          </Group>
          {hint && (
            <Text c="dimmed" maw={640}>
              {hint}
            </Text>
          )}
          {facts && <Text size="sm">{facts}</Text>}
        </Stack>
        {children && <Group gap="sm">{children}</Group>}
      </Group>
    </>
  );
}
