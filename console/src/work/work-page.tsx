import { Stack } from '@mantine/core';
import { DataTable } from '../components/data-table.tsx';
import { Note } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../language/formats.ts';
import { useWorkTexts } from './texts.ts';
import { useWork, type WorkItem } from './use-work.ts';
import { useSubject, WorkLink } from './work-link.tsx';

/** Everything that waits for the reader, across stores, agencies and roles. */
export function WorkPage() {
  const t = useWorkTexts();
  const { day, moneyOf } = useFormats();
  const subjectOf = useSubject();
  const { data, error, refetch } = useWork();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <DataTable
        label={t.list}
        rows={data?.data}
        error={error}
        onRetry={refetch}
        keyOf={({ kind, audience, path, amount }) => `${kind} ${audience} ${path} ${amount?.currency}`}
        empty={{ title: t.nothing }}
        columns={[
          {
            key: 'task',
            label: t.task,
            cell: (item) => (
              <Stack gap={0}>
                <WorkLink item={item} />
                <Note size="xs">{subjectOf(item)}</Note>
              </Stack>
            ),
          },
          { key: 'whose', label: t.whose, wideOnly: true, cell: (item) => whose(item, t) },
          {
            key: 'amount',
            label: t.amount,
            numeric: true,
            wideOnly: true,
            cell: ({ amount }) => amount && moneyOf(amount.amount, amount.currency),
          },
          {
            key: 'due',
            label: t.due,
            cell: ({ due_at: due, is_overdue: isOverdue }) => (
              <Stack gap={2} align="flex-start">
                {due === null ? <Note size="sm">{t.noDate}</Note> : day(due)}
                {isOverdue && <StateBadge mood="bad">{t.overdue}</StateBadge>}
              </Stack>
            ),
          },
        ]}
      />
    </>
  );
}

/** The store or agency; otherwise the reader, or the marketplace. */
function whose({ store, client, audience }: WorkItem, t: ReturnType<typeof useWorkTexts>): string {
  return store?.name ?? client?.name ?? (audience === 'admin' ? t.market : t.you);
}
