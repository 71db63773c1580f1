import { Stack } from '@mantine/core';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { BEHIND_CURSOR, ShowMore } from '../../components/table/cursor-list.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import type { BoundCustomer } from './order-cells.tsx';
import { useEarningsTexts } from './texts.ts';

/** The customers who are bound to a creator, and what their next orders pay; nothing without any, as most stores have no programme. */
export function BoundCustomers() {
  const t = useEarningsTexts().customers;
  const { id: user } = useMe();
  const params = { path: { user }, query: { active: true } };
  const list = api.useInfiniteQuery('get', '/v2/users/{user}/customer-bindings', { params }, BEHIND_CURSOR);
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const columns = useColumns();
  if (!list.error && !rows?.length) return null;
  return (
    <Stack gap="md" component="section" aria-labelledby="customers">
      <SectionTitle id="customers">{t.title}</SectionTitle>
      <Note>{t.hint}</Note>
      <DataTable
        label={t.title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        error={list.error}
        onRetry={list.refetch}
        empty={{ title: t.title }}
      />
      <ShowMore of={list} />
    </Stack>
  );
}

function useColumns(): Column<BoundCustomer>[] {
  const { customers: t, orders } = useEarningsTexts();
  const { day, number, percent } = useFormats();
  return [
    { key: 'shop', label: orders.shop, cell: ({ store }) => store.name },
    { key: 'since', label: t.since, cell: ({ begins_at: at }) => day(at) },
    { key: 'until', label: t.until, wideOnly: true, cell: ({ ends_at: at }) => (at === null ? t.endless : day(at)) },
    { key: 'rate', label: t.rate, numeric: true, cell: ({ cpa }) => (cpa === null ? '' : percent(cpa)) },
    { key: 'orders', label: t.orders, numeric: true, wideOnly: true, cell: ({ orders: count }) => number(count) },
  ];
}
