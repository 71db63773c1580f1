import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from '../../../components/note.tsx';

/** A titled section of the participant drawer. */
export function DrawerSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {hint && <Note size="xs">{hint}</Note>}
      <div style={{ marginTop: 10 }}>{children}</div>
    </section>
  );
}
