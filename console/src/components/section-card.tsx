import { Card, type CardProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import { SectionTitle } from './section-title.tsx';

interface SectionCardProps extends Omit<CardProps, 'id' | 'title'> {
  /** The id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}

/** A section of a page: a card with a heading and an optional hint. */
export function SectionCard({ id, title, hint, children, ...card }: SectionCardProps) {
  return (
    <Card {...card} component="section" aria-labelledby={id}>
      <SectionTitle {...(hint === undefined ? { mb: 'md' } : {})} id={id}>
        {title}
      </SectionTitle>
      {hint !== undefined && <Note mb="md">{hint}</Note>}
      {children}
    </Card>
  );
}
