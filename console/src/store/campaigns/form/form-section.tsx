import { Card, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from '../../../components/note.tsx';
import { SectionTitle } from '../../../components/section-title.tsx';
import type { Term } from '../../../help/topics.ts';
import type { Draft } from './draft.ts';

/** Props of a form section: draft, setter and errors. */
export interface FormSectionProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** Error of a field, by its name in the API. */
  fault: (field: string) => string | undefined;
  currency: string;
  isAdmin: boolean;
}

/** Titled group of fields. */
export function FormSection({
  title,
  hint,
  id,
  children,
  ...terms
}: {
  title: string;
  hint: string;
  /** To which links lead. */
  id?: string;
  terms?: readonly Term[];
  children: ReactNode;
}) {
  return (
    <Card component="section" id={id} aria-label={title}>
      <SectionTitle {...terms}>{title}</SectionTitle>
      <Note mb="md">{hint}</Note>
      <Stack gap="md">{children}</Stack>
    </Card>
  );
}
