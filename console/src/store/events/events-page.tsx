import { Anchor, Button, Stack } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client, KEEP_PREVIOUS } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { readRange } from '../../components/day-range.ts';
import { explanationOf } from '../../components/explanation/places.ts';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { laterPart } from '../../components/lazy-part.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { BEHIND_CURSOR, listOfPages, ShowMore } from '../../components/table/cursor-list.tsx';
import { useSelection } from '../../components/table/use-selection.ts';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import { sumOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Decision } from '../orders/decision-dialog.tsx';
import { ORDER_STATUSES } from '../orders/search.ts';
import { StatusBadges } from '../orders/status-badges.tsx';
import { useOrderTexts } from '../orders/texts.ts';
import { useCreatorWords } from '../orders/use-creator-words.ts';
import { Funnel } from './funnel.tsx';
import type { EventsSearch } from './search.ts';
import { useEventTexts } from './texts.ts';

const OrderDrawer = laterPart(() => import('../orders/order-drawer.tsx'));
const DecisionDialog = laterPart(() => import('../orders/decision-dialog.tsx'));

const PATH = '/v2/stores/{store}/events';
type Page = paths[typeof PATH]['get']['responses']['200']['content']['application/json'];
type StoreEvent = Page['data'][number];

const USUAL_DAYS = 90;
/** The statistics have a maximum, which is that of the funnel. */
const MAX_DAYS = 366;

/** A store's leads and other events: from click to order, and the events with details and decisions. */
export function EventsPage() {
  const t = useEventTexts();
  const orders = useOrderTexts();
  const { store: storeText } = useParams({ from: '/console/shop/$store/events' });
  const search = useSearch({ from: '/console/shop/$store/events' });
  const navigate = useNavigate({ from: '/console/shop/$store/events' });
  const store = Number(storeText);
  const selection = useSelection<StoreEvent>(store);
  const { narrow } = useListNavigation();
  const [decision, setDecision] = useState<Decision | null>(null);
  const range = readRange({ ...search }, USUAL_DAYS, MAX_DAYS);
  const params = { path: { store }, query: { ...range, ...filtersOf(search) } };
  const list = api.useInfiniteQuery('get', PATH, { params }, { ...BEHIND_CURSOR, ...KEEP_PREVIOUS });
  const { data: kinds } = api.useQuery('get', '/v2/stores/{store}/event-kinds', { params: { path: { store } } });
  const reading = (query: object) => async (after: number | undefined, size: number) => {
    const behind = after === undefined ? {} : { after };
    return (await client.GET(PATH, { params: { ...params, query: { ...params.query, ...query, ...behind, size } } }))
      .data!;
  };
  const creators = useCreatorWords(store, range, search.creator);
  const mayDecide = useMay('manage');
  const { moneyOf } = useFormats();
  const bulk = {
    ...selection,
    mayBeSelected: ({ status, unresolved }: StoreEvent) => status === 'pending' && !unresolved,
    labelOf: ({ event_id: number }: StoreEvent) => t.choose(number),
    summaryOf: (events: readonly StoreEvent[]) => {
      const costs = events.map(({ cost }) => cost);
      const { amount, currency } = sumOf(costs, costs[0]!.currency);
      return `${orders.columns.cost} ${moneyOf(amount, currency)}`;
    },
    acts: (['approved', 'denied'] as const).map((status) => ({
      label: orders.actions[status === 'approved' ? 'approve' : 'deny'],
      run: (events: readonly StoreEvent[]) => setDecision({ status, orders: events.map(asDecided), isOfEvents: true }),
    })),
    // Only pending events can be selected, also by "Select all that match".
    readPage: listOfPages(list, reading({ statuses: ['pending'] })).readPage!,
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
        <ToKinds store={storeText} />
        <RangePicker range={range} max={MAX_DAYS} onChange={(days) => narrow({ ...days })} />
      </PageHeader>
      <Stack gap="md">
        <Funnel store={store} range={range} kinds={kinds?.data} />
        <FilteredList
          name="events"
          label={t.title}
          filters={[
            {
              name: 'kind',
              label: t.kind,
              words: (kinds?.data ?? []).map(({ code, name }) => [code, name] as const),
              value: search.kind,
            },
            {
              name: 'status',
              label: orders.status,
              words: wordsOf(ORDER_STATUSES, orders.statuses),
              value: search.status,
            },
            { name: 'creator', label: orders.creator, words: creators, value: search.creator, isId: true },
          ]}
          columns={useColumns(open)}
          query={listOfPages(list, reading({}))}
          keyOf={({ id }) => id}
          empty={{ ...t.none, action: <ToKinds store={storeText} /> }}
          nothingFound={t.nothingFound}
          page={1}
          bulk={mayDecide ? bulk : undefined}
        />
        <ShowMore of={list} />
      </Stack>
      <OrderDrawer
        store={store}
        order={search.order}
        titleOf={t.titleOf}
        onClose={() => open(undefined)}
        onDecide={(status, event) => setDecision({ status, orders: [event], isOfEvents: true })}
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

const filtersOf = ({ kind, status, creator }: EventsSearch) => ({
  ...(kind === undefined ? {} : { kind }),
  ...(status === undefined ? {} : { statuses: [status] }),
  ...(creator === undefined ? {} : { user_id: creator }),
});

const asDecided = ({ id, event_id, kind, cost, status }: StoreEvent) => ({
  id,
  order_id: event_id,
  kind: kind.code,
  cost,
  status,
});

function useColumns(onOpen: (event: number) => void): Column<StoreEvent>[] {
  const t = useEventTexts();
  const orders = useOrderTexts();
  const { day, moneyOf, time } = useFormats();
  return [
    {
      key: 'event',
      label: t.event,
      cell: ({ id, event_id: number, order_at: at }) => (
        <Stack gap={0} align="flex-start">
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpen(id)}>
            {number}
          </Anchor>
          <Note size="xs">{time(at)}</Note>
        </Stack>
      ),
    },
    { key: 'kind', label: t.kind, cell: ({ kind }) => kind.name },
    {
      key: 'creator',
      label: orders.columns.creator,
      wideOnly: true,
      cell: ({ user }) => user?.public_name ?? orders.nobody,
    },
    {
      key: 'status',
      label: orders.columns.status,
      terms: ['pending', 'approved', 'denied'],
      cell: (event) => (
        <>
          <StatusBadges order={event} />
          {event.decide_by !== null && <Note size="xs">{orders.due(day(event.decide_by))}</Note>}
        </>
      ),
    },
    {
      key: 'cost',
      label: orders.columns.cost,
      numeric: true,
      wideOnly: true,
      cell: ({ id, event_id: number, cost }) => (
        <AmountLink to={explanationOf('orders', id)} of={t.costOf(number)}>
          {moneyOf(cost.amount, cost.currency)}
        </AmountLink>
      ),
    },
  ];
}

/** What is paid for is named in the settings. */
function ToKinds({ store }: { store: string }) {
  const t = useEventTexts();
  return (
    <Button
      variant="default"
      size="xs"
      renderRoot={(props) => (
        <Link {...props} to="/console/shop/$store/settings" params={{ store }} hash="event-kinds" />
      )}
    >
      {t.kinds}
    </Button>
  );
}
