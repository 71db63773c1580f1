import { Stack } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { ImportedOfStore } from '../../components/imported/imported-commissions.tsx';
import { listed } from '../../components/listed.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';
import type { Order } from './order.ts';
import { OrderDrawer } from './order-drawer.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrdersTable } from './orders-table.tsx';
import { fileAddress, MAX_ORDER_RANGE_DAYS, ordersRange, queryOf } from './query.ts';
import type { OrdersSearch } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useOrderTexts } from './texts.ts';

const SIZE = 20;
const UNFILTERED = { status: undefined, whose: undefined, creator: undefined, q: undefined };

/** A store's orders with filters, export, details and bulk decisions. */
export function OrdersPage() {
  const t = useOrderTexts();
  const { store: storeText } = useParams({ from: '/console/shop/$store/orders' });
  const search = useSearch({ from: '/console/shop/$store/orders' });
  const navigate = useNavigate({ from: '/console/shop/$store/orders' });
  const store = Number(storeText);
  const [chosen, setChosen] = useState<ReadonlyMap<number, Order>>(new Map());
  const [decision, setDecision] = useState<Decision | null>(null);
  const range = ordersRange(search);
  const answer = listed(
    api.useQuery(
      'get',
      '/v2/stores/{store}/orders',
      { params: { path: { store }, query: { ...queryOf(search), size: SIZE, page: search.page ?? 1 } } },
      { placeholderData: keepPreviousData },
    ),
  );
  const go = (changes: Partial<Record<keyof OrdersSearch, unknown>>) =>
    // Opening the drawer adds a history entry, so that Back closes it.
    void navigate({ search: (old) => withoutEmpty({ ...old, ...changes }), replace: changes.order === undefined });
  /** Applies a filter: first page, selection cleared. */
  const narrow = (changes: Partial<Record<keyof OrdersSearch, unknown>>) => {
    setChosen(new Map());
    go({ page: undefined, ...changes });
  };
  const isNarrowed = Object.keys(UNFILTERED).some((key) => search[key as keyof typeof UNFILTERED] !== undefined);
  const orders = answer.data?.data;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker range={range} most={MAX_ORDER_RANGE_DAYS} onChange={(days) => narrow({ ...days })} />
        <ExportMenu formats={['xlsx', 'csv']} urlOf={(format) => fileAddress(store, search, format)} />
      </PageHeader>
      <Stack gap="md">
        <OrderFilters store={store} range={range} search={search} onChange={narrow} />
        <SelectionBar
          orders={orders ?? []}
          chosen={chosen}
          onChoose={setChosen}
          onDecide={(status) => setDecision({ status, orders: [...chosen.values()] })}
        />
        <OrdersTable
          answer={answer}
          page={search.page ?? 1}
          chosen={chosen}
          onChoose={setChosen}
          onPage={(page) => {
            setChosen(new Map());
            go({ page });
          }}
          onOpen={(order) => go({ order })}
          onClear={isNarrowed ? () => narrow(UNFILTERED) : null}
          store={store}
        />
        <ImportedOfStore key={store} store={store} />
      </Stack>
      <OrderDrawer
        store={store}
        order={search.order}
        onClose={() => go({ order: undefined })}
        onDecide={(status, order) => setDecision({ status, orders: [order] })}
      />
      <DecisionDialog
        store={store}
        decision={decision}
        onClose={() => setDecision(null)}
        onDone={() => setChosen(new Map())}
      />
    </>
  );
}

function withoutEmpty(search: Record<string, unknown>): OrdersSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}
