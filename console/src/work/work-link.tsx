import { PathLink } from '../components/path-link.tsx';
import { useFormats } from '../language/formats.ts';
import { useWorkTexts } from './texts.ts';
import type { WorkItem } from './use-work.ts';

/** The title of a task, which leads to the page where it is done. */
export function WorkLink({ item: { kind, count, path } }: { item: WorkItem }) {
  const t = useWorkTexts();
  return (
    <PathLink path={path} fw={600} size="sm">
      {t.kinds[kind](count)}
    </PathLink>
  );
}

/** What the task is about: a title, a number or a month. */
export function useSubject(): (item: WorkItem) => string | null {
  const { month } = useFormats();
  return ({ kind, subject }) => (subject !== null && kind === 'months_to_close' ? month(subject) : subject);
}
