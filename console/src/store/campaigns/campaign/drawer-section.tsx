import type { ReactNode } from 'react';
import { Note } from '../../../components/note.tsx';
import { SectionTitle } from '../../../components/section-title.tsx';

/** A titled section of the participant drawer. */
export function DrawerSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <SectionTitle order={3}>{title}</SectionTitle>
      {hint && <Note size="xs">{hint}</Note>}
      <div style={{ marginTop: 10 }}>{children}</div>
    </section>
  );
}
