import { Anchor, Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import type { Run } from './run.ts';
import { RunState } from './run-state.tsx';
import { useRunsTexts } from './texts.ts';

/** Payout runs, the latest first. */
export function RunsPage() {
  const t = useRunsTexts();
  const { page = 1, sort, state } = useSearch({ from: '/console/admin/runs' });
  const params = { query: omitUndefined({ page, sort_by: sort, status: state }) };
  const runs = api.useList('get', '/v2/payout-runs', { params });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/console/admin/runs/new" />}
        >
          {t.make}
        </Button>
      </PageHeader>
      <FilteredList
        name="payout-runs"
        label={t.title}
        filters={[{ name: 'state', label: t.state, words: t.states, value: state }]}
        columns={useColumns()}
        query={runs}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
    </>
  );
}

function useColumns(): Column<Run>[] {
  const t = useRunsTexts();
  const { day, moneyOf, number, time } = useFormats();
  return [
    {
      key: 'cut_off',
      sortable: true,
      latestFirst: true,
      label: t.columns.run,
      value: ({ id }) => id,
      cell: ({ id, cut_off: cutOff }) => (
        <Stack gap={0} align="flex-start">
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/console/admin/runs/$run" params={{ run: String(id) }} />}
          >
            {t.one(id)}
          </Anchor>
          <Note size="xs">{t.cutOff(day(cutOff))}</Note>
        </Stack>
      ),
    },
    {
      key: 'total',
      sortable: true,
      label: t.columns.total,
      numeric: true,
      value: ({ total }) => total,
      cell: ({ total, payouts }) => (
        <>
          <b>{moneyOf(total.amount, total.currency)}</b>
          <Note size="xs">{t.payouts(payouts, number(payouts))}</Note>
        </>
      ),
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      value: ({ status }) => t.states[status],
      cell: (run) => <RunState run={run} />,
    },
    {
      key: 'created_at',
      sortable: true,
      latestFirst: true,
      label: t.columns.made,
      wideOnly: true,
      value: ({ created }) => created.at,
      cell: ({ created }) => t.steps.by(created.name, time(created.at)),
    },
  ];
}
