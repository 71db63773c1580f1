import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { batchesById } from '../../../platform/export/id-batches.ts';
import { listOrder } from '../../../platform/list-order.ts';
import type { Money } from '../../../platform/money.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { beginningWith, containing } from '../../../platform/text-search.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';
import type { Customer } from '../../campaigns/index.ts';
import { type Reason, UNRESOLVED_SQL } from '../attribution/reasons.ts';
import type { Denial, DenialReason } from '../changes/denial.ts';
import { DECIDE_BY } from '../deadlines/deadline.ts';
import type { OrderLine } from '../reports/lines.ts';
import type { OrderStatus } from '../reports/order-row.ts';
import type { Channel } from '../reports/read-report.ts';

/** An order as lists show it. */
export interface Order {
  id: number;
  store: { id: number; name: string };
  orderId: string;
  channel: Channel;
  status: OrderStatus;
  orderAt: Date;
  /** The value as the store reported it, and the sum of its refunds. */
  value: Money;
  refunded: Money;
  /** The remaining value in the store's currency. */
  netValue: Money;
  voucherCode: string | null;
  /** All reported codes, separated by commas. */
  reportedCodes: string | null;
  attribution: 'click' | 'voucher' | 'customer' | 'manual' | 'none';
  reason: Reason | null;
  clickId: string | null;
  linkId: number | null;
  /** The name and the slug or code of the link; null without one. */
  link: { title: string; code: string } | null;
  user: Person | null;
  campaignId: number | null;
  /** The campaign's title; null without one. */
  campaignTitle: string | null;
  /** The cost of the store, and the earnings of the creator. */
  cost: Money;
  earnings: Money;
  /** The fixed amount in the cost. */
  fixedCost: Money;
  createdAt: Date;
  updatedAt: Date;
  /** When a report first contradicted the order after it was decided. */
  contradictedAt: Date | null;
  /** The lines with their refunds and rates; null if the order was reported without lines. */
  lines: readonly OrderLine[] | null;
  /** Null: the store did not report it. */
  customer: Customer | null;
  /** When the pending order is approved by itself; null: it is not. */
  decideBy: Date | null;
  /** The reason for which the store has extended the period; null: it has not. */
  extensionReason: string | null;
  /** Why it was denied; null: it is not denied, or no reason was stated. */
  denial: Denial | null;
  /** The kind of an event; null: it is an order. */
  kind: { id: number; code: string; name: string } | null;
  /** Our id of the earlier event whose traces it has. */
  followsId: number | null;
}

/** Filters of orders; an order must satisfy all of them. Days are in the platform's time zone, both included. */
export interface OrderFilters {
  /** Orders alone (the default), events of all kinds, those of one kind by its id, or both. */
  kinds?: 'orders' | 'events' | 'all' | number | undefined;
  storeId?: number | undefined;
  userId?: number | undefined;
  orderId?: string | undefined;
  /** The beginning of the store's number, ignoring case. */
  orderIdBeginning?: string | undefined;
  /** A part of the store's number, the voucher's code, or the creator's name, ignoring case. */
  text?: string | undefined;
  statuses?: readonly OrderStatus[] | undefined;
  isAttributed?: boolean | undefined;
  /** Orders that need a decision (true), or do not (false). */
  isUnresolved?: boolean | undefined;
  /** Orders that a report contradicted after their decision (true), or the others (false). */
  isContradicted?: boolean | undefined;
  linkId?: number | undefined;
  /** 0: attributed orders without a campaign. */
  campaignId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

type Row = {
  id: number;
  store_id: number;
  store_name: string;
  order_id: string;
  channel: Channel;
  status: OrderStatus;
  order_at: string;
  original_minor: number;
  original_refunded_minor: number;
  original_currency: string;
  net_minor: number;
  currency: string;
  voucher_code: string | null;
  reported_codes: string | null;
  attribution: Order['attribution'];
  unattributed_reason: Reason | null;
  click_id: string | null;
  link_id: number | null;
  link: Order['link'];
  user: Person | null;
  campaign_id: number | null;
  campaign_title: string | null;
  cost_minor: number;
  user_minor: number;
  fixed_cost_minor: number;
  created_at: string;
  updated_at: string;
  contradicted_at: string | null;
  lines: OrderLine[] | null;
  customer: Customer | null;
  decide_by: string | null;
  extension_reason: string | null;
  denial_reason: DenialReason | null;
  denial_note: string | null;
  kind: Order['kind'];
  follows_id: number | null;
};

/** The value of an order less refunds. */
const NET_VALUE = sql`o.value_minor - o.refunded_minor`;

const COLUMNS = sql`o.id, o.store_id, s.name AS store_name, o.order_id, o.channel, o.status, o.order_at, o.original_minor,
  o.original_refunded_minor, o.original_currency, ${NET_VALUE} AS net_minor, o.currency, o.voucher_code, coalesce(o.reported_codes, o.voucher_code) AS reported_codes, o.attribution,
  o.unattributed_reason, o.click_id, o.link_id, CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('title', l.title, 'code', coalesce(l.slug, l.code)) END AS link,
  ${PERSON_COLUMN} AS "user", o.campaign_id,
  f.shown_title AS campaign_title, o.cost_minor, o.user_minor, o.created_at, o.updated_at, o.contradicted_at,
  o.lines, o.customer, ${DECIDE_BY} AS decide_by, o.extension_reason, o.denial_reason, o.denial_note, coalesce(x.fixed_cost_minor, 0) AS fixed_cost_minor,
  CASE WHEN k.id IS NOT NULL THEN jsonb_build_object('id', k.id, 'code', k.code, 'name', k.name) END AS kind, o.follows_id`;

const FROM = sql`orders o JOIN stores s ON s.id = o.store_id LEFT JOIN users u ON u.id = o.user_id
  LEFT JOIN links l ON l.id = o.link_id LEFT JOIN campaigns f ON f.id = o.campaign_id LEFT JOIN event_kinds k ON k.id = o.event_kind_id
  LEFT JOIN LATERAL (SELECT a.fixed_cost_minor FROM order_amounts(order_base(o), o.lines, o.cpa_ppm,
    o.invoice_cpa_ppm, o.fixed, o.user_share_ppm, o.agency_share_ppm) a WHERE o.fixed IS NOT NULL) x ON true`;

/** Sorting by day uses the index of a store's or a creator's orders. */
const USUAL = { tie: [sql`o.id`], usual: sql`o.day DESC, o.id DESC` };

/** The orders of a store's list. Amounts are in the currency of the store. */
export const STORE_LIST_ORDER = listOrder({ order_at: sql`o.day`, value: NET_VALUE, cost: sql`o.cost_minor` }, USUAL);

/** The orders of a creator's list. Amounts are in the currencies of the stores. */
export const CREATOR_LIST_ORDER = listOrder(
  { order_at: sql`o.day`, value: [sql`o.currency`, NET_VALUE], earnings: [sql`o.currency`, sql`o.user_minor`] },
  USUAL,
);

/** The orders of the list of disputes. */
export const DISPUTE_ORDER = listOrder({ order_at: sql`o.day`, value: [sql`o.currency`, NET_VALUE] }, USUAL);

/** Number of orders that are read, and in memory, at a time. */
const BATCH = 500;

/** Reads one page of the orders that match the filters. @param order ORDER BY; newest day first by default */
export async function listOrders(
  { db }: Pick<Context, 'db'>,
  filters: OrderFilters,
  page: PageRequest,
  order: SQL = USUAL.usual,
): Promise<Page<Order>> {
  // The ids are selected from the orders only, so that the count needs no joins.
  const list = { columns: sql`o.id`, from: sql`orders o WHERE ${conditions(filters)}`, order };
  const { items, total } = await readPage<{ id: number }>(db, list, page);
  const ids = items.map(({ id }) => id);
  return { items: ids.length === 0 ? [] : await readInOrder(db, ids), total };
}

/**
 * Reads one page of the orders that match the filters, newest day first, without counting them.
 * @param after the last order of the previous page
 */
export async function listOrdersAfter(
  { db }: Pick<Context, 'db'>,
  filters: OrderFilters,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ orders: Order[]; next: number | null }> {
  const isLater = sql`(o.day, o.id) < (SELECT c.day, c.id FROM orders c WHERE c.id = ${after ?? null})`;
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT o.id FROM orders o WHERE ${conditions(filters)} AND ${after === undefined ? sql`true` : isLater}
    ORDER BY ${USUAL.usual} LIMIT ${size + 1}`);
  const ids = rows.slice(0, size).map(({ id }) => id);
  return { orders: await readInOrder(db, ids), next: rows.length > size ? ids.at(-1)! : null };
}

/** Reads all orders that match the filters, in batches, for a file. */
export function readOrderBatches({ db }: Pick<Context, 'db'>, filters: OrderFilters, order: SQL = USUAL.usual) {
  const list = { id: sql`o.id`, from: sql`orders o WHERE ${conditions(filters)}`, order };
  return batchesById<Order>(db, list, { size: BATCH, read: (ids) => readInOrder(db, ids) });
}

/** Reads one order by our id; null when it does not exist. */
export async function readOrder({ db }: Pick<Context, 'db'>, id: number): Promise<Order | null> {
  return (await readInOrder(db, [id]))[0] ?? null;
}

async function readInOrder(db: Database, ids: readonly number[]): Promise<Order[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT ${COLUMNS} FROM unnest(${sql.param([...ids])}::bigint[]) WITH ORDINALITY AS n (id, place) JOIN (${FROM}) ON o.id = n.id ORDER BY n.place`);
  return rows.map(orderOf);
}

function conditions(filters: OrderFilters): SQL {
  const { storeId, userId, orderId, text, statuses, isAttributed, isUnresolved, isContradicted, from, to } = filters;
  const { linkId, campaignId, orderIdBeginning } = filters;
  const all: SQL[] = [OF_KINDS[typeof filters.kinds === 'number' ? 'events' : (filters.kinds ?? 'orders')]];
  if (typeof filters.kinds === 'number') all.push(sql`o.event_kind_id = ${filters.kinds}`);
  if (storeId !== undefined) all.push(sql`o.store_id = ${storeId}`);
  if (userId !== undefined) all.push(sql`o.user_id = ${userId}`);
  if (orderId !== undefined) all.push(sql`o.order_id = ${orderId}`);
  if (orderIdBeginning !== undefined) all.push(sql`lower(o.order_id) LIKE ${beginningWith(orderIdBeginning)}`);
  if (text !== undefined) all.push(mentions(containing(text)));
  if (statuses !== undefined) all.push(sql`o.status = ANY (${sql.param([...statuses])}::text[])`);
  if (isAttributed !== undefined) all.push(isAttributed ? sql`o.link_id IS NOT NULL` : sql`o.link_id IS NULL`);
  if (isUnresolved !== undefined) all.push(isUnresolved ? UNRESOLVED_SQL : sql`NOT coalesce(${UNRESOLVED_SQL}, false)`);
  if (isContradicted !== undefined)
    all.push(isContradicted ? sql`o.contradicted_at IS NOT NULL` : sql`o.contradicted_at IS NULL`);
  if (linkId !== undefined) all.push(sql`o.link_id = ${linkId}`);
  if (campaignId !== undefined) all.push(sql`o.link_id IS NOT NULL AND coalesce(o.campaign_id, 0) = ${campaignId}`);
  if (from !== undefined) all.push(sql`o.day >= ${from}::date`);
  if (to !== undefined) all.push(sql`o.day <= ${to}::date`);
  return sql.join(all, sql` AND `);
}

const OF_KINDS = {
  orders: sql`o.event_kind_id IS NULL`,
  events: sql`o.event_kind_id IS NOT NULL`,
  all: sql`true`,
};

const mentions = (pattern: string) => sql`(o.order_id ILIKE ${pattern} OR o.voucher_code ILIKE ${pattern}
  OR EXISTS (SELECT FROM users n WHERE n.id = o.user_id AND (n.username ILIKE ${pattern} OR n.public_name ILIKE ${pattern})))`;

/** @throws InvalidInput naming `from` if it is after `to`, or `user_id` when there is no such user */
export async function checkFilters({ db }: Pick<Context, 'db'>, { from, to, userId }: OrderFilters): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (from !== undefined && to !== undefined && from > to) errors.from = ['must not be after `to`'];
  if (userId !== undefined) {
    const { rows } = await db.execute(sql`SELECT FROM users WHERE id = ${userId}`);
    if (rows.length === 0) errors.user_id = ['must be the id of a user that exists'];
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

function orderOf(row: Row): Order {
  const original = (minor: number): Money => ({ minor, currency: row.original_currency });
  const own = (minor: number): Money => ({ minor, currency: row.currency });
  return {
    id: row.id,
    store: { id: row.store_id, name: row.store_name },
    orderId: row.order_id,
    channel: row.channel,
    status: row.status,
    orderAt: new Date(row.order_at),
    value: original(row.original_minor),
    refunded: original(row.original_refunded_minor),
    netValue: own(row.net_minor),
    voucherCode: row.voucher_code,
    reportedCodes: row.reported_codes,
    attribution: row.attribution,
    reason: row.unattributed_reason,
    clickId: row.click_id,
    linkId: row.link_id,
    link: row.link,
    user: row.user,
    campaignId: row.campaign_id,
    campaignTitle: row.campaign_title,
    cost: own(row.cost_minor),
    earnings: own(row.user_minor),
    fixedCost: own(row.fixed_cost_minor),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    contradictedAt: row.contradicted_at === null ? null : new Date(row.contradicted_at),
    lines: row.lines,
    customer: row.customer,
    decideBy: row.decide_by === null ? null : new Date(row.decide_by),
    extensionReason: row.extension_reason,
    denial: row.denial_reason === null ? null : { reason: row.denial_reason, note: row.denial_note },
    kind: row.kind,
    followsId: row.follows_id,
  };
}
