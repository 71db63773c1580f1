import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import { SectionTitle } from './section-title.tsx';

/** Title of a section with a description and actions. */
export function SectionHeader({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
        <SectionTitle>{title}</SectionTitle>
        <Note>{hint}</Note>
      </div>
      {children}
    </Group>
  );
}
