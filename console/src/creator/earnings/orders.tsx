import { Anchor, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { explanationOf } from '../../components/explanation/places.ts';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import type { ListSearch } from '../../components/table/list-state.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { type Order, OrderStatus, ToCampaign, ToLink, useSourceWords } from './order-cells.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { useEarningsTexts } from './texts.ts';

const STATUSES = ['pending', 'approved', 'denied'] as const;
const NOWRAP = { whiteSpace: 'nowrap' } as const;

/** Orders attributed to a creator in the selected period, with earnings. */
export function Orders({ range }: { range: DayRange }) {
  const t = useEarningsTexts().orders;
  const { page = 1, sort, status, order } = useSearch({ from: '/console/creator/earnings' });
  const navigate = useNavigate({ from: '/console/creator/earnings' });
  const { id: user } = useMe();
  const query = {
    ...range,
    page,
    ...(sort === undefined ? {} : { sort_by: sort }),
    ...(status === undefined ? {} : { 'statuses[]': [status] }),
  };
  const orders = api.useList('get', '/v2/users/{user}/orders', { params: { path: { user }, query } });
  const open = (id: number | undefined) =>
    navigate({
      search: ({ order: _, ...rest }) => (id === undefined ? rest : { ...rest, order: id }),
      resetScroll: false,
    });
  return (
    <section aria-labelledby="orders">
      <SectionTitle id="orders">{t.title}</SectionTitle>
      <FilteredList
        name="own-orders"
        label={t.table}
        isEmbedded
        filters={[{ name: 'status', label: t.status, words: STATUSES.map((one) => [one, t[one]]), value: status }]}
        columns={useColumns(open)}
        query={orders}
        keyOf={({ id }) => id}
        empty={{ title: t.empty, hint: t.emptyHint }}
        nothingFound={{ title: t.emptyOf }}
        page={page}
        sort={sort}
        mailed={(params) => ({ owner: { user_id: user }, list: 'orders', filters: filtersOf(params) })}
      />
      <OrderDrawer
        order={order}
        listed={orders.data?.data.find(({ id }) => id === order)}
        onClose={() => open(undefined)}
      />
    </section>
  );
}

/** The filters of a saved view. Its search parameters were read from the address of the page. */
function filtersOf({ status, sort }: ListSearch) {
  const known = STATUSES.find((one) => one === status);
  return { ...(known && { statuses: [known] }), ...(typeof sort === 'string' && { sort_by: sort }) };
}

/** @param onOpen opens the explanation of an order */
function useColumns(onOpen: (order: number) => void): Column<Order>[] {
  const t = useEarningsTexts().orders;
  const { day, moneyOf } = useFormats();
  const sourceOf = useSourceWords();
  return [
    {
      key: 'order_at',
      sortable: true,
      latestFirst: true,
      label: t.order,
      value: ({ order_at }) => order_at,
      cell: ({ id, order_at }) => (
        <Stack gap={0} align="flex-start">
          <Anchor component="button" type="button" size="sm" ta="left" style={NOWRAP} onClick={() => onOpen(id)}>
            {t.number(id)}
          </Anchor>
          <Note size="xs" style={NOWRAP}>
            {day(order_at)}
          </Note>
        </Stack>
      ),
    },
    {
      key: 'shop',
      label: t.shop,
      wideOnly: true,
      value: ({ store }) => store.name,
      cell: ({ store }) => store.name,
    },
    {
      key: 'link',
      label: t.link,
      wideOnly: true,
      value: ({ affiliate_link: { title, url } }) => title || url,
      cell: (order) => <ToLink order={order} />,
    },
    {
      key: 'campaign',
      label: t.campaign,
      wideOnly: true,
      value: ({ offer_title }) => offer_title,
      cell: (order) => <ToCampaign order={order} />,
    },
    {
      key: 'source',
      label: t.source,
      terms: ['attribution', 'voucher'],
      wideOnly: true,
      value: sourceOf,
      cell: sourceOf,
    },
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
      terms: ['pending', 'approved', 'denied'],
      value: ({ status }) => t[status],
      cell: ({ status, decide_by: by }) => (
        <>
          <OrderStatus status={status} />
          {by !== null && <Note size="xs">{t.due(day(by))}</Note>}
        </>
      ),
    },
  ];
}
