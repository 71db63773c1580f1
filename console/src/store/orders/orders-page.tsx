import { Button, Stack } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client, KEEP_PREVIOUS } from '../../api.ts';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { ImportedOfStore } from '../../components/imported/imported-commissions.tsx';
import { laterPart } from '../../components/lazy-part.tsx';
import { listed } from '../../components/listed.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useSelection } from '../../components/table/use-selection.ts';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Decision } from './decision-dialog.tsx';
import type { Order } from './order.ts';
import { useOrderColumns } from './order-columns.tsx';
import { fileAddress, filtersOf, MAX_ORDER_RANGE_DAYS, ordersRange, queryOf } from './query.ts';
import { ORDER_STATUSES, readOrdersSearch, WHOSE } from './search.ts';
import { useOrderTexts } from './texts.ts';
import { useCreatorWords } from './use-creator-words.ts';

const OrderDrawer = laterPart(() => import('./order-drawer.tsx'));
const DecisionDialog = laterPart(() => import('./decision-dialog.tsx'));

/** A store's orders with filters, export, details and bulk decisions. */
export function OrdersPage() {
  const t = useOrderTexts();
  const { store: storeText } = useParams({ from: '/console/shop/$store/orders' });
  const search = useSearch({ from: '/console/shop/$store/orders' });
  const navigate = useNavigate({ from: '/console/shop/$store/orders' });
  const store = Number(storeText);
  const selection = useSelection<Order>(store);
  const { narrow } = useListNavigation();
  const [decision, setDecision] = useState<Decision | null>(null);
  const range = ordersRange(search);
  const answer = listed(
    api.useQuery(
      'get',
      '/v2/stores/{store}/orders',
      { params: { path: { store }, query: { ...queryOf(search), page: search.page ?? 1 } } },
      KEEP_PREVIOUS,
    ),
  );
  const creators = useCreatorWords(store, range, search.creator);
  const mayDecide = useMay('manage');
  const { moneyOf } = useFormats();
  const bulk = {
    ...selection,
    mayBeSelected: ({ status, unresolved }: Order) => status === 'pending' && !unresolved,
    labelOf: (order: Order) => t.choose(order.order_id),
    summaryOf: (orders: readonly Order[]) => {
      const costs = orders.map(({ cost }) => cost);
      const { amount, currency } = sumOf(costs, costs[0]!.currency);
      return `${t.columns.cost} ${moneyOf(amount, currency)}`;
    },
    acts: (['approved', 'denied'] as const).map((status) => ({
      label: t.actions[status === 'approved' ? 'approve' : 'deny'],
      run: (orders: readonly Order[]) => setDecision({ status, orders }),
    })),
    // Only pending orders can be selected, also by "Select all that match".
    readPage: async (page: number, size: number) => {
      const query = { statuses: ['pending' as const], ...queryOf(search), page, size };
      const { data } = await client.GET('/v2/stores/{store}/orders', { params: { path: { store }, query } });
      return data as Exclude<typeof data, string | undefined>;
    },
  };
  const open = (order: number | undefined) =>
    // Opening the drawer adds a history entry, so that Back closes it.
    void navigate({
      search: ({ order: _, ...old }) => (order === undefined ? old : { ...old, order }),
      replace: order === undefined,
    });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <ToEvents store={store} />
        <RangePicker range={range} max={MAX_ORDER_RANGE_DAYS} onChange={(days) => narrow({ ...days })} />
      </PageHeader>
      <Stack gap="md">
        <FilteredList
          name="orders"
          label={t.title}
          search={{ name: 'q', label: t.search, value: search.q, isUntitled: true }}
          filters={[
            { name: 'status', label: t.status, words: wordsOf(ORDER_STATUSES, t.statuses), value: search.status },
            { name: 'whose', label: t.whose, words: wordsOf(WHOSE, t.whoseKinds), value: search.whose },
            { name: 'creator', label: t.creator, words: creators, value: search.creator, isId: true },
          ]}
          columns={useOrderColumns(open)}
          query={answer}
          keyOf={({ id }) => id}
          empty={{ ...t.noneInDays, action: <ToTracking store={store} /> }}
          nothingFound={t.noneLikeThis}
          page={search.page ?? 1}
          sort={search.sort ?? 'order_at:desc'}
          bulk={mayDecide ? bulk : undefined}
          mailed={(params) => ({
            owner: { store_id: store },
            list: 'orders',
            filters: filtersOf(readOrdersSearch(params)),
          })}
          files={{ formats: ['xlsx', 'csv'], urlOf: (format) => fileAddress(store, search, format) }}
        />
        <ImportedOfStore key={store} store={store} />
      </Stack>
      <OrderDrawer
        store={store}
        order={search.order}
        titleOf={t.one.title}
        onClose={() => open(undefined)}
        onDecide={(status, order) => setDecision({ status, orders: [order] })}
      />
      <DecisionDialog
        store={store}
        decision={decision}
        onClose={() => setDecision(null)}
        onDone={() => selection.select(new Map())}
      />
    </>
  );
}

/** Leads and other events are not among the orders. */
function ToEvents({ store }: { store: number }) {
  const t = useOrderTexts();
  return (
    <Button
      variant="subtle"
      size="xs"
      renderRoot={(props) => <Link {...props} to="/console/shop/$store/events" params={{ store: String(store) }} />}
    >
      {t.toEvents}
    </Button>
  );
}

/** Without orders, tracking may not be set up. */
function ToTracking({ store }: { store: number }) {
  const t = useOrderTexts();
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => <Link {...props} to="/console/shop/$store/tracking" params={{ store: String(store) }} />}
    >
      {t.tracking}
    </Button>
  );
}
