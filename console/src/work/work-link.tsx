import { Stack } from '@mantine/core';
import { Note } from '../components/note.tsx';
import { PathLink } from '../components/path-link.tsx';
import { useFormats } from '../language/formats.ts';
import { useWorkTexts } from './texts.ts';
import type { WorkItem } from './use-work.ts';

/** Link with the title of a task to the page where the task is done, and the subject of the task. */
export function WorkLink({ item: { kind, count, path, subject, amount } }: { item: WorkItem }) {
  const t = useWorkTexts();
  const { month, moneyOf } = useFormats();
  const about = [
    subject !== null && kind === 'months_to_close' ? month(subject) : subject,
    amount && moneyOf(amount.amount, amount.currency),
  ].filter(Boolean);
  return (
    <Stack gap={0}>
      <PathLink path={path} fw={600} size="sm">
        {t.kinds[kind](count)}
      </PathLink>
      {about.length > 0 && <Note size="xs">{about.join(' · ')}</Note>}
    </Stack>
  );
}
