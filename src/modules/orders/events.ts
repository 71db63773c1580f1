import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventId, eventKind } from '../../platform/events/event-kind.ts';
import { publish } from '../../platform/events/publish.ts';
import { dateTime, id, minorMoney, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { CUSTOMERS, type Customer } from '../campaigns/index.ts';
import type { SubName } from '../clicks/index.ts';
import { REASONS } from './attribution/reasons.ts';
import { DECIDE_BY } from './deadlines/deadline.ts';
import type { OrderLine } from './reports/lines.ts';
import { type OrderStatus, STATUSES } from './reports/order-row.ts';
import { CHANNELS } from './reports/read-report.ts';

const rate = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const orderLine = Type.Object({
  line: whole({ min: 1, description: 'Its number, in the order of the report.' }),
  sku: Type.String(),
  category: nullable(Type.String()),
  quantity: whole({ min: 1 }),
  value: minorMoney('Price × quantity less discount, in the reported currency.'),
  refunded: minorMoney('Of this line alone.'),
  rule: nullable(whole({ min: 1, description: 'The commission rule that it matches; null: it has the order rate.' })),
  cpa: rate('The fraction that creator and agency share.'),
  invoice_cpa: rate('The fraction that the store pays.'),
});

/** Fields of orders for stores, and not for creators. */
const ofStore = {
  order_id: Type.Optional(Type.String({ description: 'The store’s own number of the order; for the store.' })),
  channel: Type.Optional(oneOf(CHANNELS, { description: 'How it was reported; for the store.' })),
  value: Type.Optional(minorMoney('As the store reported it; for the store.')),
  refunded: Type.Optional(minorMoney('All refunds together; for the store.')),
  cost: Type.Optional(minorMoney('What the store pays for it; for the store.')),
  voucher_code: Type.Optional(nullable(Type.String({ description: 'For the store.' }))),
  unattributed_reason: Type.Optional(
    nullable(oneOf(REASONS, { description: 'Why it is not attributed; for the store.' })),
  ),
  customer: Type.Optional(
    nullable(oneOf(CUSTOMERS, { description: 'Whether the buyer has bought before, as reported; for the store.' })),
  ),
  lines: Type.Optional(
    nullable(Type.Array(orderLine, { description: 'Null: the order was reported without lines. For the store.' })),
  ),
};

/** Sub-ids of the click, only for the creator. */
const sub = () =>
  Type.Optional(nullable(Type.String({ description: 'Of the click; for the creator and the agency.' })));

const order = {
  id: id(),
  status: oneOf(STATUSES),
  ordered_at: dateTime(),
  store_id: id(),
  user_id: nullable(eventId('The creator who earns from it.')),
  affiliate_link_id: nullable(eventId('The link that it counts on.')),
  offer_id: nullable(eventId('The campaign whose terms apply.')),
  click_id: nullable(Type.String({ description: 'The `tclid` of the click that led to it.' })),
  net_value: minorMoney('The value of the order less refunds.'),
  decide_by: nullable(
    dateTime({
      description: 'When the pending order is approved by itself, unless somebody decides before; null: it is not.',
    }),
  ),
  earnings: Type.Optional(minorMoney('What the creator earns; for the creator, the creator’s agency and the store.')),
  client_earnings: Type.Optional(minorMoney('What the agency earns; for the agency.')),
  sub1: sub(),
  sub2: sub(),
  sub3: sub(),
  sub4: sub(),
  sub5: sub(),
  ...ofStore,
};

export const ORDER_EVENTS = {
  created: eventKind(
    'order.created',
    'An order was reported. If only unsigned pages report it and it leads to nobody, the event follows when it is confirmed: by a creator, an approval, or a report that proves its origin.',
    order,
  ),
  updated: eventKind(
    'order.updated',
    'An order was approved, denied, refunded, attributed or completed by a later report.',
    order,
  ),
};

/** A lead or another event: an order of a kind. Receivers of `order.…` do not learn of it, because they count orders. */
const storeEvent = {
  ...order,
  kind: Type.String({ description: 'The code of the kind of the event.' }),
  order_id: Type.Optional(Type.String({ description: 'The store’s own number of the event; for the store.' })),
};

export const REPORTED_EVENTS = {
  created: eventKind(
    'store_event.created',
    'A lead or another event of a kind that the store pays for was reported. When its event follows: as for `order.created`.',
    storeEvent,
  ),
  updated: eventKind(
    'store_event.updated',
    'A lead or another event was approved, denied, refunded, attributed or completed by a later report.',
    storeEvent,
  ),
};

type OrderEventRow = {
  kind: string | null;
  id: number;
  status: OrderStatus;
  order_at: string;
  store_id: number;
  agency_id: number | null;
  user_id: number | null;
  link_id: number | null;
  campaign_id: number | null;
  click_id: string | null;
  order_id: string;
  channel: (typeof CHANNELS)[number];
  original_minor: number;
  original_refunded_minor: number;
  original_currency: string;
  net_minor: number;
  cost_minor: number;
  user_minor: number;
  agency_minor: number;
  currency: string;
  voucher_code: string | null;
  unattributed_reason: (typeof REASONS)[number] | null;
  customer: Customer | null;
  lines: OrderLine[] | null;
  decide_by: string | null;
} & Record<SubName, string | null>;

/**
 * Orders `o` that only unsigned pages have reported, that lead to nobody, and that nobody has approved. Anybody can report any number of them, so no event
 * tells of them.
 */
const UNPROVEN = sql`o.channel = 'sales_pixel' AND NOT o.signed AND o.link_id IS NULL AND o.status <> 'approved'`;

/**
 * Publishes events with the current state of orders. Call it last in the transaction that changed them, which has locked their
 * rows. An unproven order (`UNPROVEN`) has no events; when it is confirmed by a click, a code, another way of reporting or an approval, its first event is
 * `order.created`.
 * @param ids our ids of the orders
 */
export async function publishOrders(
  tx: Database,
  kind: keyof typeof ORDER_EVENTS,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { first, later } = kind === 'created' ? await holdBack(tx, ids) : await confirm(tx, ids);
  await publishAs(tx, 'created', { ids: first, at });
  await publishAs(tx, 'updated', { ids: later, at });
}

/** The orders whose first event is due, and those that had it before. */
interface Announced {
  first: readonly number[];
  later: readonly number[];
}

async function holdBack(tx: Database, ids: readonly number[]): Promise<Announced> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO unannounced_orders (order_row_id)
    SELECT o.id FROM orders o WHERE o.id = ANY (${sql.param([...ids])}::bigint[]) AND ${UNPROVEN} ORDER BY o.id RETURNING order_row_id AS id`);
  const silent = new Set(rows.map(({ id }) => id));
  return { first: ids.filter((id) => !silent.has(id)), later: [] };
}

async function confirm(tx: Database, ids: readonly number[]): Promise<Announced> {
  const { rows } = await tx.execute<{ id: number; unproven: boolean }>(sql`
    SELECT o.id, ${UNPROVEN} AS unproven FROM unannounced_orders u JOIN orders o ON o.id = u.order_row_id
    WHERE u.order_row_id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY o.id`);
  const silent = new Set(rows.map(({ id }) => id));
  const first = rows.filter(({ unproven }) => !unproven).map(({ id }) => id);
  if (first.length > 0)
    await tx.execute(sql`DELETE FROM unannounced_orders WHERE order_row_id = ANY (${sql.param(first)}::bigint[])`);
  return { first, later: ids.filter((id) => !silent.has(id)) };
}

async function publishAs(
  tx: Database,
  kind: keyof typeof ORDER_EVENTS,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<OrderEventRow>(sql`
    SELECT k.code AS kind, o.id, o.status, o.order_at, o.store_id, o.agency_id, o.user_id, o.link_id, o.campaign_id, o.click_id, o.order_id, o.channel,
      o.original_minor, o.original_refunded_minor, o.original_currency, o.value_minor - o.refunded_minor AS net_minor, o.cost_minor,
      o.user_minor, o.agency_minor, o.currency, o.voucher_code, o.unattributed_reason, o.customer, o.lines, ${DECIDE_BY} AS decide_by, n.sub1, n.sub2, n.sub3, n.sub4, n.sub5
    FROM orders o JOIN stores s ON s.id = o.store_id LEFT JOIN users u ON u.id = o.user_id LEFT JOIN event_kinds k ON k.id = o.event_kind_id
    LEFT JOIN click_subs n ON n.click_id = o.click_id AND n.user_id = o.user_id
    WHERE o.id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY o.id`);
  const orders = rows.filter((row) => row.kind === null);
  if (orders.length > 0) await publish(tx, ORDER_EVENTS[kind], at, orders.map(orderEvent));
  const events = rows.flatMap((row) => {
    if (row.kind === null) return [];
    const { data, ...event } = orderEvent(row);
    return [{ ...event, data: { ...data, kind: row.kind } }];
  });
  if (events.length > 0) await publish(tx, REPORTED_EVENTS[kind], at, events);
}

function orderEvent(row: OrderEventRow) {
  const { currency, original_currency: originalCurrency } = row;
  const earnings = { minor: row.user_minor, currency };
  const ofAgency = { client_earnings: { minor: row.agency_minor, currency } };
  const { sub1, sub2, sub3, sub4, sub5 } = row;
  const subs = { sub1, sub2, sub3, sub4, sub5 };
  const forStoreOnly = {
    order_id: row.order_id,
    channel: row.channel,
    value: { minor: row.original_minor, currency: originalCurrency },
    refunded: { minor: row.original_refunded_minor, currency: originalCurrency },
    cost: { minor: row.cost_minor, currency },
    voucher_code: row.voucher_code,
    unattributed_reason: row.unattributed_reason,
    customer: row.customer,
    lines: row.lines?.map((line, index) => eventLine(line, index, originalCurrency)) ?? null,
  };
  return {
    subject: `order/${row.id}`,
    storeId: row.store_id,
    agencyId: row.agency_id,
    userId: row.user_id,
    data: {
      id: row.id,
      status: row.status,
      ordered_at: new Date(row.order_at).toISOString(),
      store_id: row.store_id,
      user_id: row.user_id,
      affiliate_link_id: row.link_id,
      offer_id: row.campaign_id,
      click_id: row.click_id,
      net_value: { minor: row.net_minor, currency },
      decide_by: row.decide_by === null ? null : new Date(row.decide_by).toISOString(),
      earnings,
    },
    privateData: {
      store: forStoreOnly,
      user: subs,
      agency: { ...subs, ...ofAgency },
      platform: { ...forStoreOnly, ...subs, ...ofAgency },
    },
  };
}

const eventLine = (line: OrderLine, index: number, currency: string) => ({
  line: index + 1,
  sku: line.sku,
  category: line.category,
  quantity: line.quantity,
  value: { minor: line.value_minor, currency },
  refunded: { minor: line.refunded_minor, currency },
  rule: line.rule,
  cpa: line.cpa_ppm / 1_000_000,
  invoice_cpa: line.invoice_cpa_ppm / 1_000_000,
});
