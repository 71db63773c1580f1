import { Button, Group } from '@mantine/core';
import { Note } from './note.tsx';
import { useCommonTexts } from './texts.ts';

/** Note that a form shows input from before the page was loaded, with a button that discards it. */
export function RestoredNote({ form }: { form: { isRestored: boolean; discard: () => void } }) {
  const t = useCommonTexts().restored;
  if (!form.isRestored) return null;
  return (
    <Group gap="sm" role="status">
      <Note>{t.note}</Note>
      <Button size="compact-sm" variant="light" onClick={form.discard}>
        {t.discard}
      </Button>
    </Group>
  );
}
