import { useNavigate } from '@tanstack/react-router';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { DataTable } from '../components/data-table.tsx';
import type { DayRange } from '../components/day-range.ts';
import { explanationOf, type Whose } from '../components/explanation/places.ts';
import { Section } from '../components/section-card.tsx';
import type { Amount } from '../language/amounts.ts';
import { useFormats } from '../language/formats.ts';
import { useAmountLabel } from './amount-label.ts';
import type { DaysSearch } from './search.ts';
import { useExplainedTexts } from './texts.ts';

interface OrdersProps {
  whose: Whose;
  range: DayRange;
  search: DaysSearch;
}

/** The fields that both lists of orders have. */
interface ListedOrder {
  id: number;
  name: string;
  at: string;
  value: Amount;
  amount: Amount;
  status: 'pending' | 'approved' | 'denied';
}

/** Attributed orders of the days, each amount leading to its explanation. */
export function Orders({ whose, range, search }: OrdersProps) {
  const t = useExplainedTexts().orders;
  const { moneyOf, time } = useFormats();
  const navigate = useNavigate();
  const amountLabel = useAmountLabel(whose, t);
  const { page = 1 } = search;
  const { orders, answer, meta } = useOrders(whose, range, search);
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  return (
    <Section id="orders" title={t.title}>
      <DataTable<ListedOrder>
        label={t.title}
        columns={[
          { key: 'time', label: t.time, cell: ({ at }) => time(at) },
          { key: 'who', label: t.who, wideOnly: true, cell: ({ name }) => name },
          { key: 'value', label: t.value, numeric: true, wideOnly: true, cell: ({ value }) => money(value) },
          { key: 'status', label: t.status, wideOnly: true, cell: ({ status }) => t.statuses[status] },
          {
            key: 'amount',
            label: amountLabel,
            numeric: true,
            cell: ({ id, amount }) => (
              <AmountLink to={explanationOf('orders', id)} of={t.of(id)}>
                {money(amount)}
              </AmountLink>
            ),
          },
        ]}
        rows={orders}
        keyOf={({ id }) => id}
        error={answer.error}
        onRetry={answer.refetch}
        isStale={answer.isPlaceholderData}
        empty={t.empty}
        page={page}
        pages={meta?.last_page}
        total={meta?.total}
        onPage={(next) => navigate({ to: '.', search: { ...search, page: next }, resetScroll: false })}
      />
    </Section>
  );
}

/** The orders of a store or of a creator, in one form. Only one of the two lists is requested. */
function useOrders(whose: Whose, range: DayRange, { link, campaign, creator, page = 1 }: DaysSearch) {
  const query = {
    ...range,
    page,
    ...(link === undefined ? {} : { link_id: link }),
    ...(campaign === undefined ? {} : { offer_id: campaign }),
  };
  const isStore = 'store' in whose;
  const ofStore = api.useQuery(
    'get',
    '/v2/stores/{store}/orders',
    {
      params: {
        path: { store: isStore ? whose.store : 0 },
        query: { ...query, attributed: true, ...(creator === undefined ? {} : { user_id: creator }) },
      },
    },
    { enabled: isStore, ...KEEP_PREVIOUS },
  );
  const params = { path: { user: isStore ? 0 : whose.user }, query };
  const ofCreator = api.useQuery('get', '/v2/users/{user}/orders', { params }, { enabled: !isStore, ...KEEP_PREVIOUS });
  const listed = typeof ofStore.data === 'string' ? undefined : ofStore.data;
  const orders: ListedOrder[] | undefined = isStore
    ? listed?.data.map((one) => ({
        id: one.id,
        name: one.order_id,
        at: one.order_at,
        value: one.net_value,
        amount: one.cost,
        status: one.status,
      }))
    : ofCreator.data?.data.map((one) => ({
        id: one.id,
        name: one.store.name,
        at: one.order_at,
        value: one.net_value,
        amount: one.earnings,
        status: one.status,
      }));
  return { orders, answer: isStore ? ofStore : ofCreator, meta: isStore ? listed?.meta : ofCreator.data?.meta };
}
