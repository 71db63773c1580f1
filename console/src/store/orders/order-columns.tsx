import { Anchor, Stack, Text } from '@mantine/core';
import { AmountLink } from '../../components/amount-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { explanationOf } from '../../components/explanation/places.ts';
import { Note } from '../../components/note.tsx';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import type { Order } from './order.ts';
import { StatusBadges } from './status-badges.tsx';
import { useOrderTexts } from './texts.ts';

const NOWRAP = { whiteSpace: 'nowrap' } as const;

/** Columns of the orders. @param onOpen opens the details of an order */
export function useOrderColumns(onOpen: (order: number) => void): Column<Order>[] {
  const t = useOrderTexts();
  const { day, moneyOf, time } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  return [
    {
      key: 'order_at',
      label: t.columns.order,
      sortable: true,
      latestFirst: true,
      cell: (order) => (
        <Stack gap={0} align="flex-start">
          <Anchor component="button" type="button" size="sm" ta="left" style={NOWRAP} onClick={() => onOpen(order.id)}>
            {order.order_id}
          </Anchor>
          <Note size="xs">{time(order.order_at)}</Note>
          <Text size="sm" hiddenFrom="sm" style={NOWRAP}>
            {money(order.value)}
          </Text>
        </Stack>
      ),
    },
    { key: 'creator', label: t.columns.creator, wideOnly: true, cell: ({ user }) => user?.public_name ?? t.nobody },
    {
      key: 'why',
      label: t.columns.why,
      terms: ['attribution', 'attributionWindow', 'voucher'],
      wideOnly: true,
      cell: ({ attribution, voucher_code: code }) =>
        attribution === 'voucher' ? `${t.by.voucher} ${code ?? ''}` : t.by[attribution],
    },
    {
      key: 'status',
      label: t.columns.status,
      terms: ['pending', 'approved', 'denied'],
      cell: (order) => (
        <>
          <StatusBadges order={order} />
          {order.decide_by !== null && <Note size="xs">{t.due(day(order.decide_by))}</Note>}
        </>
      ),
    },
    {
      key: 'value',
      label: t.columns.value,
      sortable: true,
      numeric: true,
      wideOnly: true,
      isInFirst: true,
      cell: (order) => money(order.value),
    },
    {
      key: 'cost',
      label: t.columns.cost,
      terms: ['commission'],
      sortable: true,
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
