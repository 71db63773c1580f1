import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';

/** Title of a section with a description and actions. */
export function SectionHeader({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Note>{hint}</Note>
      </div>
      {children}
    </Group>
  );
}
