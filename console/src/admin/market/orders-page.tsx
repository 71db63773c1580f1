import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, client, KEEP_PREVIOUS } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { type DayRange, readRange } from '../../components/day-range.ts';
import { explanationOf } from '../../components/explanation/places.ts';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { BEHIND_CURSOR, listOfPages, ShowMore } from '../../components/table/cursor-list.tsx';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { NameLink, personPage, storePage } from './party.tsx';
import { ORDER_STATUSES } from './search.ts';
import { CreatorFilter, StoreFilter } from './store-filter.tsx';
import { useMarketTexts } from './texts.ts';

const PATH = '/v2/admin/orders';
type Reply = paths[typeof PATH]['get']['responses']['200']['content']['application/json'];
type Page = Exclude<Reply, string>;
type Order = Page['data'][number];

const USUAL_DAYS = 90;
const TONES = { pending: 'warning', approved: 'good', denied: 'neutral' } as const;

/** The orders of all stores. */
export function AllOrdersPage() {
  const { orders: t, status: label } = useMarketTexts();
  const { narrow } = useListNavigation();
  const search = useSearch({ from: '/console/admin/orders' });
  const { query: q, status, store, creator } = search;
  const range: DayRange = readRange({ ...search }, USUAL_DAYS, Number.POSITIVE_INFINITY);
  const query = omitUndefined({ q, store_id: store, user_id: creator, 'statuses[]': status && [status], ...range });
  const list = api.useInfiniteQuery('get', PATH, { params: { query } }, { ...BEHIND_CURSOR, ...KEEP_PREVIOUS });
  const read = async (after: number | undefined, size: number) =>
    (await client.GET(PATH, { params: { query: omitUndefined({ ...query, after, size }) } })).data as Page;
  const urlOf = (format: string) =>
    `${PATH}?${new URLSearchParams(Object.entries({ ...query, format }).map(([name, value]) => [name, String(value)]))}`;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker range={range} max={Number.POSITIVE_INFINITY} onChange={(days) => narrow({ ...days })} />
      </PageHeader>
      <FilteredList
        name="all-orders"
        label={t.title}
        search={{ label: t.search, value: q, maxLength: 128 }}
        filters={[{ name: 'status', label, words: wordsOf(ORDER_STATUSES, t.statuses), value: status }]}
        further={{ store, creator }}
        columns={useColumns()}
        query={listOfPages(list as never, read)}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={1}
        files={{ formats: ['xlsx', 'csv'], urlOf }}
      >
        <StoreFilter value={store} />
        <CreatorFilter value={creator} />
      </FilteredList>
      <ShowMore of={list as never} />
    </>
  );
}

function useColumns(): Column<Order>[] {
  const t = useMarketTexts();
  const { moneyOf, time } = useFormats();
  return [
    {
      key: 'order',
      label: t.orders.order,
      cell: ({ id, order_id: number, order_at: at }) => (
        <Stack gap={0}>
          <NameLink isMain to={explanationOf('orders', id)}>
            {number}
          </NameLink>
          <Note size="xs">{time(at)}</Note>
        </Stack>
      ),
    },
    {
      key: 'store',
      label: t.store,
      cell: ({ store }) => <NameLink to={storePage(store.id)}>{store.name}</NameLink>,
    },
    {
      key: 'creator',
      label: t.creator,
      wideOnly: true,
      cell: ({ user }) => (user === null ? '–' : <NameLink to={personPage(user.id)}>{user.public_name}</NameLink>),
    },
    {
      key: 'status',
      label: t.status,
      cell: ({ status }) => <StateBadge tone={TONES[status]}>{t.orders.statuses[status]}</StateBadge>,
    },
    {
      key: 'value',
      label: t.orders.value,
      numeric: true,
      wideOnly: true,
      cell: ({ net_value: value }) => moneyOf(value.amount, value.currency),
    },
    {
      key: 'cost',
      label: t.orders.cost,
      numeric: true,
      wideOnly: true,
      cell: ({ id, order_id: number, cost }) => (
        <AmountLink to={explanationOf('orders', id)} of={t.orders.costOf(number)}>
          {moneyOf(cost.amount, cost.currency)}
        </AmountLink>
      ),
    },
  ];
}
