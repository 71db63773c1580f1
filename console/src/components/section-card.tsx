import { Card, type CardProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note.tsx';
import { SectionTitle } from './section-title.tsx';

interface SectionProps {
  /** The id of the heading, which names the section. */
  id: string;
  title: ReactNode;
  hint?: ReactNode;
  children?: ReactNode;
}

/** A section of a page with a heading and an optional hint. */
export function Section({ children, ...heading }: SectionProps) {
  return (
    <section aria-labelledby={heading.id}>
      <SectionHeading {...heading} />
      {children}
    </section>
  );
}

/** A section of a page in a card. */
export function SectionCard({ id, title, hint, children, ...card }: SectionProps & Omit<CardProps, 'id' | 'title'>) {
  return (
    <Card {...card} component="section" aria-labelledby={id}>
      <SectionHeading id={id} title={title} hint={hint} />
      {children}
    </Card>
  );
}

function SectionHeading({ id, title, hint }: SectionProps) {
  return (
    <>
      <SectionTitle {...(hint === undefined ? { mb: 'md' } : {})} id={id}>
        {title}
      </SectionTitle>
      {hint !== undefined && <Note mb="md">{hint}</Note>}
    </>
  );
}
