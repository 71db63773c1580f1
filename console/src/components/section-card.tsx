import { Card, type CardProps, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';

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
      <Title order={2} size="h4" {...(hint === undefined ? { mb: 'md' } : {})} id={id}>
        {title}
      </Title>
      {hint !== undefined && <Note mb="md">{hint}</Note>}
      {children}
    </Card>
  );
}
