import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import type { FeedRun } from './feed.ts';
import { useFeedTexts } from './texts.ts';

const SIZE = 10;
/** Polling interval while a run is waiting or in progress. */
const REFETCH_MS = 3_000;
const TONES = { waiting: 'neutral', running: 'neutral', done: 'good', unchanged: 'good', failed: 'bad' } as const;

/** The runs of a feed, and the errors of the selected one, or of the latest. */
export function Runs({ store, page }: { store: number; page: number }) {
  const { runs: t } = useFeedTexts();
  const { number, relative } = useFormats();
  const [selected, setSelected] = useState<number | null>(null);
  const runs = api.useList(
    'get',
    '/v2/stores/{store}/product-feed/runs',
    { params: { path: { store }, query: { page, size: SIZE } } },
    {
      refetchInterval: ({ state }) =>
        state.data?.data.some((run) => run.state === 'waiting' || run.state === 'running') ? REFETCH_MS : false,
    },
  );
  const columns: Column<FeedRun>[] = [
    {
      key: 'started',
      label: t.columns.started,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => relative(at),
    },
    {
      key: 'source',
      label: t.columns.source,
      wideOnly: true,
      value: ({ source }) => t.sources[source],
      cell: ({ source }) => t.sources[source],
    },
    {
      key: 'state',
      label: t.columns.state,
      value: ({ state }) => t.states[state],
      cell: ({ state, failure }) => (
        <Stack gap={2}>
          <StateBadge tone={TONES[state]}>{t.states[state]}</StateBadge>
          {failure && <Text size="sm">{failure.message}</Text>}
        </Stack>
      ),
    },
    {
      key: 'items',
      label: t.columns.items,
      numeric: true,
      value: ({ items }) => items,
      cell: ({ items }) => number(items),
    },
    {
      key: 'changes',
      label: t.columns.changes,
      wideOnly: true,
      cell: ({ created, changed, gone }) => t.changes(number(created), number(changed), number(gone)),
    },
    {
      key: 'refused',
      label: t.columns.refused,
      numeric: true,
      value: ({ refused }) => refused,
      cell: ({ id, refused }) =>
        refused === 0 ? (
          number(refused)
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => setSelected(id)}>
            {t.show(number(refused))}
          </Button>
        ),
    },
  ];
  const shown =
    runs.data?.data.find(({ id }) => id === selected) ?? runs.data?.data.find(({ errors }) => errors.length > 0);
  return (
    <Stack gap="xl">
      <section>
        <SectionHeader title={t.title} hint={t.hint} />
        <FilteredList
          name="feed-runs"
          isEmbedded
          label={t.title}
          columns={columns}
          query={runs}
          keyOf={({ id }) => id}
          empty={t.empty}
          page={page}
        />
      </section>
      {shown && <RunErrors run={shown} />}
    </Stack>
  );
}

function RunErrors({ run }: { run: FeedRun }) {
  const { errors: t } = useFeedTexts();
  const { number } = useFormats();
  const columns: Column<FeedRun['errors'][number] & { key: string }>[] = [
    { key: 'line', label: t.columns.line, numeric: true, value: ({ line }) => line, cell: ({ line }) => number(line) },
    {
      key: 'product',
      label: t.columns.product,
      value: ({ product_id: id }) => id,
      cell: ({ product_id: id }) => id ?? '–',
    },
    { key: 'field', label: t.columns.field, value: ({ field }) => field, cell: ({ field }) => field ?? t.whole },
    { key: 'message', label: t.columns.message, value: ({ message }) => message, cell: ({ message }) => message },
  ];
  const rows = run.errors.map((error, at) => ({ ...error, key: `${run.id}-${at}` }));
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint} />
      <DataTable label={t.title} columns={columns} rows={rows} keyOf={({ key }) => key} empty={{ title: t.none }} />
    </section>
  );
}
