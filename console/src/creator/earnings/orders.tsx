import { Badge } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { explanationOf } from '../../components/explanation/places.ts';
import { FilteredList } from '../../components/filtered-list.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useEarningsTexts } from './texts.ts';

type Order = paths['/v2/users/{user}/orders']['get']['responses']['200']['content']['application/json']['data'][number];

const STATUSES = ['pending', 'approved', 'denied'] as const;
const COLORS = { pending: 'ink', approved: 'river', denied: 'red' } as const;

/** Orders attributed to a creator in the selected period, with earnings. */
export function Orders({ range }: { range: DayRange }) {
  const t = useEarningsTexts().orders;
  const { page = 1, sort, status } = useSearch({ from: '/console/creator/earnings' });
  const { id: user } = useMe();
  const query = {
    ...{ ...range, page },
    ...(sort === undefined ? {} : { sort_by: sort }),
    ...(status === undefined ? {} : { 'statuses[]': [status] }),
  };
  const orders = api.useList('get', '/v2/users/{user}/orders', { params: { path: { user }, query } });
  return (
    <section aria-labelledby="orders">
      <SectionTitle id="orders">{t.title}</SectionTitle>
      <FilteredList
        name="own-orders"
        label={t.table}
        isEmbedded
        filters={[{ name: 'status', label: t.status, words: STATUSES.map((one) => [one, t[one]]), value: status }]}
        columns={useColumns()}
        query={orders}
        keyOf={({ id }) => id}
        empty={{ title: t.empty, hint: t.emptyHint }}
        nothingFound={{ title: t.emptyOf }}
        page={page}
        sort={sort}
      />
    </section>
  );
}

function useColumns(): Column<Order>[] {
  const t = useEarningsTexts().orders;
  const { day, moneyOf } = useFormats();
  return [
    {
      key: 'order_at',
      sortable: true,
      latestFirst: true,
      label: t.day,
      value: ({ order_at }) => order_at,
      cell: ({ order_at }) => day(order_at),
    },
    { key: 'shop', label: t.shop, value: ({ store }) => store.name, cell: ({ store }) => store.name },
    {
      key: 'value',
      sortable: true,
      label: t.value,
      numeric: true,
      wideOnly: true,
      value: ({ net_value: value }) => value,
      cell: ({ net_value: value }) => moneyOf(value.amount, value.currency),
    },
    {
      key: 'earnings',
      sortable: true,
      label: t.earned,
      numeric: true,
      value: ({ earnings }) => earnings,
      cell: ({ id, store, order_at, earnings }) => (
        <AmountLink to={explanationOf('orders', id)} of={t.of(store.name, day(order_at))}>
          {moneyOf(earnings.amount, earnings.currency)}
        </AmountLink>
      ),
    },
    {
      key: 'state',
      label: t.state,
      value: ({ status }) => t[status],
      cell: ({ status }) => (
        <Badge variant="light" tt="none" fw={550} color={COLORS[status]}>
          {t[status]}
        </Badge>
      ),
    },
  ];
}
