import { type SQL, sql } from 'drizzle-orm';
import { storeKeyOf, userOf } from '../../../platform/auth/actor.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Customer } from '../../campaigns/index.ts';
import type { OrderTerms } from '../../clicks/index.ts';
import type { Attribution, OrderRulesApplied } from '../attribution/attribute.ts';
import type { Reason } from '../attribution/reasons.ts';
import type { OrderLine } from './lines.ts';
import type { Channel } from './read-report.ts';

export const STATUSES = ['pending', 'approved', 'denied'] as const;
export type OrderStatus = (typeof STATUSES)[number];

/** An order as the use cases that change it see it; money in minor units. */
export interface OrderRow {
  id: number;
  storeId: number;
  orderId: string;
  channel: Channel;
  status: OrderStatus;
  orderAt: Date;
  day: string;
  /** As reported by the store. */
  originalMinor: number;
  originalCurrency: string;
  originalRefundedMinor: number;
  valueMinor: number;
  voucherCode: string | null;
  /** All reported codes, separated by commas. */
  reportedCodes: string | null;
  clickId: string | null;
  attribution: 'click' | 'voucher' | 'customer' | 'manual' | 'none';
  reason: Reason | null;
  linkId: number | null;
  /** The creator who earns from it. */
  userId: number | null;
  costMinor: number;
  /** Its value and cost, in the store's currency, when it was approved; null: not corrected since. */
  approved: { valueMinor: number; costMinor: number } | null;
  /** When it was first reported. */
  createdAt: Date;
  /** Whether the followed report is from a signed page. */
  signed: boolean;
  /** The report that a user has selected. Later reports change nothing. */
  resolvedReportId: number | null;
  lines: OrderLine[] | null;
  customer: Customer | null;
  /** The version of the store's rules under which it was placed; null: the first one. */
  orderRulesId: number | null;
  /** The kind of an event; null: it is an order. */
  eventKindId: number | null;
  /** The window of the kind when it was reported. */
  ownWindowDays: number | null;
  /** The keyed hash of the store's reference of the customer. */
  customerHash: Buffer | null;
  /** The version of the programme for customers whose rate it has; null: it has that of its terms. */
  customerProgrammeId: number | null;
}

type Columns = {
  id: number;
  store_id: number;
  order_id: string;
  channel: Channel;
  status: OrderStatus;
  order_at: string;
  day: string;
  original_minor: number;
  original_currency: string;
  original_refunded_minor: number;
  value_minor: number;
  voucher_code: string | null;
  reported_codes: string | null;
  click_id: string | null;
  attribution: OrderRow['attribution'];
  unattributed_reason: Reason | null;
  link_id: number | null;
  user_id: number | null;
  cost_minor: number;
  approved_minor: number | null;
  approved_cost_minor: number | null;
  created_at: string;
  signed: boolean;
  resolved_report_id: number | null;
  lines: OrderLine[] | null;
  customer: Customer | null;
  order_rules_id: number | null;
  event_kind_id: number | null;
  own_window_days: number | null;
  customer_hash: Buffer | null;
  customer_programme_id: number | null;
};

/** Identifies an order by its id or by the store's number, an event by its kind and its number. */
export type WhichOrder = { id: number } | { storeId: number; orderId: string; eventKindId?: number | null };

/** A condition: the kind of an event; null: it is an order. @param column `event_kind_id` */
export const isOfKind = (column: SQL, eventKindId: number | null): SQL =>
  eventKindId === null ? sql`${column} IS NULL` : sql`${column} = ${eventKindId}`;

/** Reads and locks an order; null if it does not exist. */
export async function lockOrder(tx: Database, which: WhichOrder): Promise<OrderRow | null> {
  const condition =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`store_id = ${which.storeId} AND order_id = ${which.orderId} AND ${isOfKind(sql`event_kind_id`, which.eventKindId ?? null)}`;
  const { rows } = await tx.execute<Columns>(sql`
    SELECT id, store_id, order_id, channel, status, order_at, day, original_minor, original_currency, original_refunded_minor, value_minor,
      voucher_code, coalesce(reported_codes, voucher_code) AS reported_codes, click_id, attribution, unattributed_reason, link_id, user_id, cost_minor,
      approved_minor, approved_cost_minor, created_at, signed, resolved_report_id,
      lines, customer, order_rules_id, event_kind_id, own_window_days, customer_hash, customer_programme_id
    FROM orders WHERE ${condition} FOR UPDATE`);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    storeId: row.store_id,
    orderId: row.order_id,
    channel: row.channel,
    status: row.status,
    orderAt: new Date(row.order_at),
    day: row.day,
    originalMinor: row.original_minor,
    originalCurrency: row.original_currency,
    originalRefundedMinor: row.original_refunded_minor,
    valueMinor: row.value_minor,
    voucherCode: row.voucher_code,
    reportedCodes: row.reported_codes,
    clickId: row.click_id,
    attribution: row.attribution,
    reason: row.unattributed_reason,
    linkId: row.link_id,
    userId: row.user_id,
    costMinor: row.cost_minor,
    approved:
      row.approved_minor === null ? null : { valueMinor: row.approved_minor, costMinor: row.approved_cost_minor! },
    createdAt: new Date(row.created_at),
    signed: row.signed,
    resolvedReportId: row.resolved_report_id,
    lines: row.lines,
    customer: row.customer,
    orderRulesId: row.order_rules_id,
    eventKindId: row.event_kind_id,
    ownWindowDays: row.own_window_days,
    customerHash: row.customer_hash,
    customerProgrammeId: row.customer_programme_id,
  };
}

/** The values of an order's attribution, in the order of `ATTRIBUTION_COLUMNS`. */
export function attributionValues(attribution: Attribution) {
  if (attribution.by === 'none') {
    return sql`'none', ${attribution.reason}::text, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, 0::smallint, 0, 0, NULL::int, NULL::int, NULL::jsonb, 0, 0, NULL::bigint, NULL::timestamptz`;
  }
  const { by, linkId, userId, agencyId, campaignId, commissionRulesId, terms } = attribution;
  const { cpaPpm, invoiceCpaPpm, fixed, userSharePpm, agencySharePpm } = attribution;
  const customer = attribution.by === 'manual' ? undefined : attribution.customer;
  return sql`${by}::text, NULL::text, ${linkId}::bigint, ${userId}::bigint, ${agencyId}::bigint, ${campaignId}::bigint, ${commissionRulesId}::bigint,
    ${terms}::smallint, ${cpaPpm}::int, ${invoiceCpaPpm}::int, ${cpaPpm}::int, ${invoiceCpaPpm}::int,
    ${fixed === null ? null : JSON.stringify(fixed)}::jsonb, ${userSharePpm}::int, ${agencySharePpm}::int,
    ${customer?.programmeId ?? null}::bigint, ${customer?.since.toISOString() ?? null}::timestamptz`;
}

export const ATTRIBUTION_COLUMNS = sql`attribution, unattributed_reason, link_id, user_id, agency_id, campaign_id, commission_rules_id, terms,
  cpa_ppm, invoice_cpa_ppm, terms_cpa_ppm, terms_invoice_cpa_ppm, terms_fixed, user_share_ppm, agency_share_ppm, customer_programme_id, customer_since`;

/** The values of `RULE_COLUMNS`. */
export const ruleValues = ({ rule, storeRulesId, campaignRulesId, windowDays }: OrderRulesApplied) =>
  sql`${rule}::text, ${storeRulesId}::bigint, ${campaignRulesId}::bigint, ${windowDays}::smallint`;

export const RULE_COLUMNS = sql`attribution_rule, order_rules_id, campaign_rules_id, window_days`;

/** The terms of an attributed order, as they were stored with it. */
export async function readTerms(db: Database, id: number): Promise<OrderTerms> {
  const { rows } = await db.execute<OrderTerms & Record<string, unknown>>(sql`
    SELECT link_id AS "linkId", user_id AS "userId", agency_id AS "agencyId", campaign_id AS "campaignId", commission_rules_id AS "commissionRulesId", terms,
      coalesce(terms_cpa_ppm, cpa_ppm) AS "cpaPpm", coalesce(terms_invoice_cpa_ppm, invoice_cpa_ppm) AS "invoiceCpaPpm", terms_fixed AS fixed,
      user_share_ppm AS "userSharePpm", agency_share_ppm AS "agencySharePpm"
    FROM orders WHERE id = ${id} AND link_id IS NOT NULL`);
  return rows[0]!;
}

/** Converts a refund to the store's currency in proportion to the order's value, rounded half up. A full refund is the full value. */
export const refundOf = (value: SQL, originalRefunded: SQL): SQL =>
  sql`coalesce(round(${value}::numeric * ${originalRefunded} / nullif(original_minor, 0)), 0)::bigint`;

/** An event of an order's history. A repeated report adds none. */
export interface OrderEvent {
  orderRowId: number;
  kind:
    | 'reported'
    | 'amended'
    | 'attributed'
    | 'status'
    | 'extended'
    | 'refund'
    | 'disputed'
    | 'resolved'
    | 'contradicted';
  actorId: number | null;
  at: Date;
  details: Record<string, string | number | boolean>;
}

/** The key of a store that acted, for the details of an event; nothing for a user. */
export function byStoreKey(callerId: number | null): { store_key_id?: number } {
  const id = storeKeyOf(callerId);
  return id === null ? {} : { store_key_id: id };
}

/** Adds an event to the history, in the transaction of the change. */
export async function writeOrderEvent(tx: Database, event: OrderEvent): Promise<void> {
  const { orderRowId, kind, actorId, at, details } = event;
  await tx.execute(sql`
    INSERT INTO order_events (order_row_id, kind, actor_id, at, details)
    VALUES (${orderRowId}, ${kind}, ${userOf(actorId)}, ${at.toISOString()}, ${JSON.stringify({ ...details, ...byStoreKey(actorId) })}::jsonb)`);
}
