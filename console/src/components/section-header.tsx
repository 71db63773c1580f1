import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import { SectionTitle } from './section-title.tsx';

interface SectionHeaderProps {
  /** The id of the title, if it names the section. */
  id?: string;
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** Title of a section with a description and actions. */
export function SectionHeader({ id, title, hint, children }: SectionHeaderProps) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
        <SectionTitle id={id}>{title}</SectionTitle>
        {hint !== undefined && <Note>{hint}</Note>}
      </div>
      {children}
    </Group>
  );
}
