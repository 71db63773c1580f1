import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { classNameOf } from '../../clicks/index.ts';
import { linkScope } from '../../links/index.ts';
import type { OrderLine } from '../../orders/index.ts';
import { SOURCE_NAMES, TERMS_NAMES } from '../click-facts.ts';
import { readerOf } from '../explanation.ts';
import type { Dataset } from './cursor.ts';
import type { DatasetRules, Days, ExportRow, Value } from './dataset-rules.ts';
import { CAMPAIGNS, INVOICES, LINKS, PARTICIPANTS, STORES, VOUCHERS } from './dimensions.ts';
import { AGENCIES, CREATORS, PAYOUTS } from './parties.ts';

const firstInstant = ({ from, timeZone }: Days) => sql`(${from}::date::timestamp AT TIME ZONE ${timeZone})`;
const endInstant = ({ to, timeZone }: Days) => sql`((${to}::date + 1)::timestamp AT TIME ZONE ${timeZone})`;
const all = (...conditions: (SQL | null)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== null)], sql` AND `);
const onDays = ({ from, to }: Days) =>
  all(from === null ? null : sql`t.day >= ${from}::date`, to === null ? null : sql`t.day <= ${to}::date`);

const AMOUNTS = ['store_minor', 'creator_minor', 'agency_minor', 'platform_minor'] as const;

const iso = (at: unknown): string => new Date(at as string).toISOString();
const number = (value: unknown) => value as number | null;
const words = (value: unknown) => value as string | null;
const concerned = (row: ExportRow) => ({
  storeId: row.store_id as number,
  userId: number(row.user_id),
  agencyId: number(row.agency_id),
  currentAgencyId: number(row.current_agency_id),
});

const CLICKS: DatasetRules = {
  order: 'commits',
  // Ids begin with the time of the click, and select the partitions.
  during: (days) =>
    all(
      onDays(days),
      days.from === null ? null : sql`t.id >= click_floor(${firstInstant(days)} - interval '1 hour')`,
      days.to === null ? null : sql`t.id < click_floor(${endInstant(days)} + interval '1 hour')`,
    ),
  from: sql`clicks t JOIN users u ON u.id = t.user_id`,
  columns: sql`t.id, click_time(t.id) AS at, t.day, t.link_id, t.store_id, t.user_id, t.agency_id, u.agency_id AS current_agency_id, t.campaign_id,
    t.class, t.source, t.terms, t.currency,
    device_of(t.device_country) AS device, country_of(t.device_country) AS country, t.cost_minor, t.user_minor, t.agency_minor`,
  key: sql`t.id`,
  keyType: sql`uuid`,
  scope: (actor) => linkScope(actor, sql`t.user_id`, sql`t.store_id`),
  names: [
    'id',
    'clicked_at',
    'day',
    'affiliate_link_id',
    'store_id',
    'user_id',
    'client_id',
    'offer_id',
    'class',
    'source',
    'terms',
    'device',
    'country',
    'currency',
    'store_minor',
    'creator_minor',
    'agency_minor',
    'platform_minor',
  ],
  whole: new Set(['affiliate_link_id', 'store_id', 'user_id', 'client_id', 'offer_id', ...AMOUNTS]),
  present(row, actor) {
    const reader = readerOf(actor, concerned(row));
    return {
      id: String(row.id),
      clicked_at: iso(row.at),
      day: words(row.day),
      affiliate_link_id: number(row.link_id),
      store_id: number(row.store_id),
      user_id: number(row.user_id),
      client_id: reader.agency ? number(row.agency_id) : null,
      offer_id: number(row.campaign_id),
      class: classNameOf(row.class as number),
      source: SOURCE_NAMES[row.source as 0 | 1],
      terms: TERMS_NAMES[row.terms as number]!,
      device: words(row.device),
      country: words(row.country),
      currency: words(row.currency),
      ...amountsOf(row, reader),
    };
  },
};

const ORDERS: DatasetRules = {
  order: 'commits',
  during: onDays,
  // Few orders have a fixed amount, so that the function runs for those alone.
  from: sql`orders t JOIN stores s ON s.id = t.store_id LEFT JOIN users u ON u.id = t.user_id
    LEFT JOIN LATERAL (SELECT a.fixed_minor, a.fixed_cost_minor FROM order_amounts(order_base(t), t.lines, t.cpa_ppm, t.invoice_cpa_ppm, t.fixed, t.user_share_ppm, t.agency_share_ppm) a
      WHERE t.fixed IS NOT NULL) f ON true`,
  columns: sql`t.id, t.store_id, t.order_id, t.channel, t.status, t.order_at, t.day, t.original_minor, t.original_refunded_minor, t.original_currency,
    t.value_minor, t.refunded_minor, t.currency, t.attribution, t.unattributed_reason, t.click_id, t.link_id, t.user_id, t.agency_id,
    u.agency_id AS current_agency_id, t.campaign_id, t.cost_minor, t.user_minor, t.agency_minor, t.customer, t.lines,
    CASE WHEN order_decides_itself(t, s, u) THEN t.decide_by END AS decide_by, coalesce(f.fixed_minor, 0) AS fixed_minor,
    coalesce(f.fixed_cost_minor, 0) AS fixed_cost_minor, (t.fixed ->> 'minimum_order_minor')::bigint AS minimum_order_minor`,
  key: sql`t.id`,
  keyType: sql`bigint`,
  scope: (actor) => sql`t.event_kind_id IS NULL AND ${linkScope(actor, sql`t.user_id`, sql`t.store_id`)}`,
  names: [
    'id',
    'ordered_at',
    'day',
    'status',
    'store_id',
    'user_id',
    'client_id',
    'affiliate_link_id',
    'offer_id',
    'click_id',
    'order_id',
    'channel',
    'attribution',
    'unattributed_reason',
    'original_currency',
    'original_minor',
    'original_refunded_minor',
    'currency',
    'value_minor',
    'refunded_minor',
    'store_minor',
    'creator_minor',
    'agency_minor',
    'platform_minor',
    'customer',
    'lines',
    'decide_by',
    'fixed_minor',
    'fixed_store_minor',
    'minimum_order_minor',
  ],
  instants: new Set(['decide_by']),
  whole: new Set([
    'id',
    'store_id',
    'user_id',
    'client_id',
    'affiliate_link_id',
    'offer_id',
    'original_minor',
    'original_refunded_minor',
    'value_minor',
    'refunded_minor',
    ...AMOUNTS,
    'fixed_minor',
    'fixed_store_minor',
    'minimum_order_minor',
  ]),
  present(row, actor) {
    const reader = readerOf(actor, concerned(row));
    const ofStore = (value: unknown) => (reader.store ? (value as Value) : null);
    return {
      id: number(row.id),
      ordered_at: iso(row.order_at),
      day: words(row.day),
      status: words(row.status),
      store_id: number(row.store_id),
      user_id: number(row.user_id),
      client_id: reader.agency ? number(row.agency_id) : null,
      affiliate_link_id: number(row.link_id),
      offer_id: number(row.campaign_id),
      click_id: words(row.click_id),
      order_id: ofStore(row.order_id),
      channel: ofStore(row.channel),
      attribution: words(row.attribution),
      unattributed_reason: ofStore(row.unattributed_reason),
      original_currency: words(row.original_currency),
      original_minor: number(row.original_minor),
      original_refunded_minor: number(row.original_refunded_minor),
      currency: words(row.currency),
      value_minor: number(row.value_minor),
      refunded_minor: number(row.refunded_minor),
      ...amountsOf(row, reader),
      customer: words(row.customer),
      lines: linesOf(row, reader),
      decide_by: row.decide_by === null ? null : iso(row.decide_by),
      fixed_minor: number(row.fixed_minor),
      fixed_store_minor: reader.store ? number(row.fixed_cost_minor) : null,
      minimum_order_minor: number(row.minimum_order_minor),
    };
  },
};

/** Leads and other events, as orders are exported: the code of their kind, and the store's number of the event in `order_id`. */
const EVENTS: DatasetRules = {
  ...ORDERS,
  from: sql`${ORDERS.from} JOIN event_kinds k ON k.id = t.event_kind_id`,
  columns: sql`${ORDERS.columns}, k.code AS kind, t.follows_id`,
  scope: (actor) => linkScope(actor, sql`t.user_id`, sql`t.store_id`),
  names: [...ORDERS.names, 'kind', 'follows'],
  whole: new Set([...ORDERS.whole, 'follows']),
  present: (row, actor) => ({
    ...ORDERS.present(row, actor),
    kind: words(row.kind),
    follows: readerOf(actor, concerned(row)).store ? number(row.follows_id) : null,
  }),
};

const LEDGER: DatasetRules = {
  order: 'commits',
  during: (days) =>
    all(
      days.from === null ? null : sql`t.at >= ${firstInstant(days)}`,
      days.to === null ? null : sql`t.at < ${endInstant(days)}`,
    ),
  from: sql`ledger_entries t LEFT JOIN invoice_lines l ON l.id = t.invoice_line_id`,
  columns: sql`t.id, t.booking, t.at, t.month, t.account, t.part, t.store_id, t.agency_id, t.user_id, t.currency, t.amount_minor, t.quantity, t.origin_kind,
    t.origin_id, l.invoice_id, l.position`,
  key: sql`t.id`,
  keyType: sql`bigint`,
  near: { column: sql`t.first_id`, span: 3 },
  // Entries of the reader's own account only, because others would reveal what their parties pay and earn.
  scope: (actor) => {
    if (actor.isAdmin) return sql`true`;
    return sql`(t.account = 'creator' AND t.user_id = ${actor.userId}
      OR t.account = 'store' AND t.store_id = ANY (${sql.param([...actor.storeIds])}::bigint[])
      OR t.account = 'client' AND t.agency_id = ANY (${sql.param([...actor.agencyIds])}::bigint[]))`;
  },
  names: [
    'id',
    'booking',
    'booked_at',
    'month',
    'account',
    'part',
    'store_id',
    'client_id',
    'user_id',
    'currency',
    'amount_minor',
    'quantity',
    'origin_kind',
    'origin_id',
    'invoice_id',
    'invoice_line',
  ],
  whole: new Set([
    'id',
    'booking',
    'store_id',
    'client_id',
    'user_id',
    'amount_minor',
    'quantity',
    'invoice_id',
    'invoice_line',
  ]),
  present(row, actor) {
    const account = words(row.account);
    return {
      id: number(row.id),
      booking: number(row.booking),
      booked_at: iso(row.at),
      month: String(row.month).slice(0, 7),
      account,
      part: words(row.part),
      store_id: number(row.store_id),
      client_id: actor.isAdmin || account === 'client' ? number(row.agency_id) : null,
      user_id: number(row.user_id),
      currency: words(row.currency),
      amount_minor: number(row.amount_minor),
      quantity: number(row.quantity),
      origin_kind: words(row.origin_kind),
      origin_id: originOf(row, actor),
      invoice_id: number(row.invoice_id),
      invoice_line: number(row.position),
    };
  },
};

/**
 * The lines of an order as a JSON text, so that they are one column in every format. The store's rate is only for readers who may
 * know the store's cost.
 */
function linesOf({ lines }: ExportRow, { store }: { store: boolean }): string | null {
  if (lines === null) return null;
  const shown = (lines as OrderLine[]).map(({ invoice_cpa_ppm, ...line }, index) => ({
    line: index + 1,
    ...line,
    ...(store && { invoice_cpa_ppm }),
  }));
  return JSON.stringify(shown);
}

/** The origin of clicks names the creator's agency, which a store does not learn. */
function originOf(row: ExportRow, actor: Actor): string {
  const origin = String(row.origin_id);
  if (row.origin_kind !== 'clicks' || actor.isAdmin || row.account !== 'store') return origin;
  return origin.slice(0, origin.lastIndexOf(':'));
}

function amountsOf(row: ExportRow, reader: { store: boolean; creator: boolean; agency: boolean; platform: boolean }) {
  const [store, creator, agency] = [row.cost_minor, row.user_minor, row.agency_minor] as [number, number, number];
  return {
    store_minor: reader.store ? store : null,
    creator_minor: reader.creator ? creator : null,
    agency_minor: reader.agency ? agency : null,
    platform_minor: reader.platform ? store - creator - agency : null,
  };
}

export const RULES: Record<Dataset, DatasetRules> = {
  clicks: CLICKS,
  orders: ORDERS,
  events: EVENTS,
  ledger: LEDGER,
  stores: STORES,
  links: LINKS,
  campaigns: CAMPAIGNS,
  participants: PARTICIPANTS,
  vouchers: VOUCHERS,
  invoices: INVOICES,
  creators: CREATORS,
  agencies: AGENCIES,
  payouts: PAYOUTS,
};
