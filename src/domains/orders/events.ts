import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventId, eventKind, minorMoney } from '../../platform/events/event-kind.ts';
import { publish } from '../../platform/events/publish.ts';
import { dateTime, id, nullable, oneOf } from '../../platform/http/fields.ts';
import { REASONS } from './attribution/attribute.ts';
import { type OrderStatus, STATUSES } from './reports/order-row.ts';
import { CHANNELS } from './reports/read-report.ts';

/** What stores know of their orders, and creators do not. */
const ofStore = {
  order_id: Type.Optional(Type.String({ description: 'The store’s own number of the order; for the store.' })),
  channel: Type.Optional(oneOf(CHANNELS, { description: 'How it was reported; for the store.' })),
  value: Type.Optional(minorMoney('As the store reported it; for the store.')),
  refunded: Type.Optional(minorMoney('All refunds together; for the store.')),
  cost: Type.Optional(minorMoney('What the store pays for it; for the store.')),
  voucher_code: Type.Optional(nullable(Type.String({ description: 'For the store.' }))),
  unattributed_reason: Type.Optional(nullable(oneOf(REASONS, { description: 'Why it is nobody’s; for the store.' }))),
};

const order = {
  id: id(),
  status: oneOf(STATUSES),
  ordered_at: dateTime(),
  store_id: id(),
  user_id: nullable(eventId('The creator who earns from it.')),
  affiliate_link_id: nullable(eventId('The link that it counts on.')),
  offer_id: nullable(eventId('The campaign whose terms apply.')),
  click_id: nullable(Type.String({ description: 'The `tclid` of the click that led to it.' })),
  net_value: minorMoney('What is left of the order after refunds.'),
  earnings: Type.Optional(minorMoney('What the creator earns; for the creator, the creator’s agency and the store.')),
  client_earnings: Type.Optional(minorMoney('What the agency earns; for the agency.')),
  ...ofStore,
};

export const ORDER_EVENTS = {
  created: eventKind('order.created', 'An order was reported.', order),
  updated: eventKind(
    'order.updated',
    'An order was approved, denied, refunded, attributed or completed by a later report.',
    order,
  ),
};

type OrderEventRow = {
  id: number;
  status: OrderStatus;
  order_at: string;
  store_id: number;
  client_id: number | null;
  user_id: number | null;
  link_id: number | null;
  offer_id: number | null;
  click_id: string | null;
  order_id: string;
  channel: (typeof CHANNELS)[number];
  original_minor: number;
  original_refunded_minor: number;
  original_currency: string;
  net_minor: number;
  cost_minor: number;
  user_minor: number;
  client_minor: number;
  currency: string;
  voucher_code: string | null;
  unattributed_reason: (typeof REASONS)[number] | null;
};

/**
 * Publishes events about orders as they are now. Call it last in the transaction that changed them: their rows are locked by it.
 * @param ids our ids of the orders
 */
export async function publishOrders(
  tx: Database,
  kind: keyof typeof ORDER_EVENTS,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<OrderEventRow>(sql`
    SELECT id, status, order_at, store_id, client_id, user_id, link_id, offer_id, click_id, order_id, channel, original_minor,
      original_refunded_minor, original_currency, value_minor - refunded_minor AS net_minor, cost_minor, user_minor, client_minor, currency,
      voucher_code, unattributed_reason
    FROM orders WHERE id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY id`);
  await publish(tx, ORDER_EVENTS[kind], at, rows.map(orderEvent));
}

function orderEvent(row: OrderEventRow) {
  const { currency, original_currency: told } = row;
  const earnings = { minor: row.user_minor, currency };
  const ofStoreAlone = {
    order_id: row.order_id,
    channel: row.channel,
    value: { minor: row.original_minor, currency: told },
    refunded: { minor: row.original_refunded_minor, currency: told },
    cost: { minor: row.cost_minor, currency },
    voucher_code: row.voucher_code,
    unattributed_reason: row.unattributed_reason,
  };
  return {
    subject: `order/${row.id}`,
    storeId: row.store_id,
    clientId: row.client_id,
    userId: row.user_id,
    data: {
      id: row.id,
      status: row.status,
      ordered_at: new Date(row.order_at).toISOString(),
      store_id: row.store_id,
      user_id: row.user_id,
      affiliate_link_id: row.link_id,
      offer_id: row.offer_id,
      click_id: row.click_id,
      net_value: { minor: row.net_minor, currency },
      earnings,
    },
    privateData: {
      store: ofStoreAlone,
      client: { client_earnings: { minor: row.client_minor, currency } },
      platform: { ...ofStoreAlone, client_earnings: { minor: row.client_minor, currency } },
    },
  };
}
