import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { type Column, DataTable, type ListQuery, listed } from '../data-table.tsx';
import { SectionHeader } from '../section-header.tsx';
import { useImportedTexts } from './texts.ts';

type Imported =
  paths['/v2/users/{user}/imported-commissions']['get']['responses']['200']['content']['application/json']['data'][number];

/** Commissions that a creator has imported. Nothing is shown if there are none. */
export function ImportedOfCreator({ user }: { user: number }) {
  const [page, setPage] = useState(1);
  const params = { path: { user }, query: { page } };
  const list = api.useList('get', '/v2/users/{user}/imported-commissions', { params });
  return <ImportedList list={list} page={page} onPage={setPage} />;
}

/** Commissions that a store has imported. Nothing is shown if there are none. */
export function ImportedOfStore({ store }: { store: number }) {
  const [page, setPage] = useState(1);
  const params = { path: { store }, query: { page } };
  const list = api.useList('get', '/v2/stores/{store}/imported-commissions', { params });
  return <ImportedList list={list} page={page} onPage={setPage} />;
}

function ImportedList({
  list,
  page,
  onPage,
}: {
  list: ListQuery<Imported>;
  page: number;
  onPage: (page: number) => void;
}) {
  const t = useImportedTexts();
  const { day, moneyOf } = useFormats();
  // Most accounts have imported nothing, and a failure here must not hide the page.
  if (list.data === undefined || list.data.meta.total === 0) return null;
  const columns: Column<Imported>[] = [
    { key: 'earned', label: t.columns.earned, value: ({ earned_at: at }) => at, cell: ({ earned_at: at }) => day(at) },
    {
      key: 'source',
      label: t.columns.source,
      value: ({ source }) => t.sources[source],
      cell: ({ source }) => t.sources[source],
    },
    {
      key: 'partner',
      label: t.columns.partner,
      wideOnly: true,
      value: ({ partner }) => partner,
      cell: ({ partner }) => partner ?? '–',
    },
    {
      key: 'sale',
      label: t.columns.sale,
      numeric: true,
      wideOnly: true,
      value: ({ sale }) => sale,
      cell: ({ sale }) => (sale === null ? '–' : moneyOf(sale.amount, sale.currency)),
    },
    {
      key: 'commission',
      label: t.columns.commission,
      numeric: true,
      value: ({ commission }) => commission,
      cell: ({ commission }) => moneyOf(commission.amount, commission.currency),
    },
    {
      key: 'status',
      label: t.columns.status,
      value: ({ status }) => t.statuses[status],
      cell: ({ status }) => t.statuses[status],
    },
  ];
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint} />
      <DataTable
        label={t.title}
        columns={columns}
        {...listed(list)}
        keyOf={({ id }) => id}
        empty={{ title: t.empty }}
        page={page}
        onPage={onPage}
      />
    </section>
  );
}
