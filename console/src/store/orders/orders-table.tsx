import { Anchor, Button, Checkbox, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { explanationOf } from '../../components/explanation/places.ts';
import { Note } from '../../components/note.tsx';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { codeOf, type Order } from './order.ts';
import { StatusBadges } from './status-badges.tsx';
import { useOrderTexts } from './texts.ts';

interface OrdersTableProps {
  answer: {
    data: { data: Order[]; meta: { last_page: number; total: number } } | undefined;
    error: unknown;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  };
  page: number;
  chosen: ReadonlyMap<number, Order>;
  onChoose: (chosen: ReadonlyMap<number, Order>) => void;
  onPage: (page: number) => void;
  onOpen: (order: number) => void;
  /** Clears the filters; null without filters. */
  onClear: (() => void) | null;
  store: number;
}

/** Orders, newest first; pending orders can be selected. */
export function OrdersTable({ answer, page, onPage, onClear, store, ...props }: OrdersTableProps) {
  const t = useOrderTexts();
  const { data, error, refetch, isPlaceholderData } = answer;
  return (
    <DataTable
      label={t.title}
      columns={useColumns(props)}
      rows={data?.data}
      keyOf={(order) => order.id}
      error={error}
      onRetry={refetch}
      empty={
        onClear === null
          ? { ...t.noneInDays, action: <ToTracking store={store} /> }
          : {
              ...t.noneLikeThis,
              action: (
                <Button variant="default" size="xs" onClick={onClear}>
                  {t.clear}
                </Button>
              ),
            }
      }
      page={page}
      pages={data?.meta.last_page}
      total={data?.meta.total}
      onPage={onPage}
      isStale={isPlaceholderData}
    />
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

const NOWRAP = { whiteSpace: 'nowrap' } as const;

function useColumns({
  chosen,
  onChoose,
  onOpen,
}: Pick<OrdersTableProps, 'chosen' | 'onChoose' | 'onOpen'>): Column<Order>[] {
  const t = useOrderTexts();
  const { moneyOf, time } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  const value = (order: Order) => `${money(order.value)}${codeOf(order)}`;
  const toggle = (order: Order) => {
    const next = new Map(chosen);
    if (!next.delete(order.id)) next.set(order.id, order);
    onChoose(next);
  };
  return [
    {
      key: 'choose',
      label: t.columns.choose,
      cell: (order) =>
        order.status === 'pending' &&
        !order.unresolved && (
          <Checkbox
            aria-label={t.choose(order.order_id)}
            checked={chosen.has(order.id)}
            onChange={() => toggle(order)}
          />
        ),
    },
    {
      key: 'order',
      label: t.columns.order,
      cell: (order) => (
        <Stack gap={0} align="flex-start">
          <Anchor component="button" type="button" size="sm" ta="left" style={NOWRAP} onClick={() => onOpen(order.id)}>
            {order.order_id}
          </Anchor>
          <Note size="xs">{time(order.order_at)}</Note>
          <Text size="sm" hiddenFrom="sm" style={NOWRAP}>
            {value(order)}
          </Text>
        </Stack>
      ),
    },
    { key: 'creator', label: t.columns.creator, wideOnly: true, cell: ({ user }) => user?.username ?? t.nobody },
    {
      key: 'why',
      label: t.columns.why,
      wideOnly: true,
      cell: ({ attribution, voucher_code: code }) =>
        attribution === 'voucher' ? `${t.by.voucher} ${code ?? ''}` : t.by[attribution],
    },
    { key: 'status', label: t.columns.status, cell: (order) => <StatusBadges order={order} /> },
    // On a phone, the value is shown with the number.
    { key: 'value', label: t.columns.value, numeric: true, wideOnly: true, cell: value },
    {
      key: 'cost',
      label: t.columns.cost,
      numeric: true,
      wideOnly: true,
      cell: ({ id, order_id: number, cost }) => (
        <AmountLink to={explanationOf('orders', id)} of={t.costOf(number)}>
          {money(cost)}
        </AmountLink>
      ),
    },
  ];
}
