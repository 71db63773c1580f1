import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Customer } from '../../campaigns/index.ts';
import type { ReportedLine } from './lines.ts';
import type { Channel, ReportedOrder } from './read-report.ts';
import { TRUST, trustOf } from './trust.ts';

/** One distinct report of an order; money in minor units. */
export interface OrderReportRow {
  id: number;
  channel: Channel;
  /** A page's report with a valid signature. */
  signed: boolean;
  /** Whether the store's rules count it for commission. */
  counts: boolean;
  /** When it arrived. */
  at: Date;
  /** When the order was placed, and the day for statistics. */
  orderAt: Date;
  day: string;
  /** Whether the report contained the time of the order. */
  isDated: boolean;
  originalMinor: number;
  originalCurrency: string;
  /** Whether the report named a click, and the click's id if its form is valid. */
  reportedClick: boolean;
  clickId: string | null;
  voucherCode: string | null;
  /** The user who reported; null for browsers and plugins. */
  actorId: number | null;
  /** Null if the report has no lines. */
  lines: ReportedLine[] | null;
  customer: Customer | null;
  /** Counts the reports of the order as they arrive; a repeated report of the store's server or plugin gets a new number. */
  stated: number;
}

/** The maximum number of distinct reports of one order by pages, which are public. Further ones are dropped: the stored ones already disagree. */
const MAX_PAGE_REPORTS = 10;
/** The maximum number of distinct reports of one order by the store's server, and by its plugin. The oldest corrected ones give way. */
const MAX_SHOP_REPORTS = 50;

/**
 * Stores a report of an order. A report that is already stored changes only if it now counts, or if it is the store's own and has been corrected since: the
 * store states it again. The order must be locked or new.
 * @returns whether the report states anything new
 */
export async function keepReport(
  tx: Database,
  { orderRowId, reported, counts, at }: { orderRowId: number; reported: ReportedOrder; counts: boolean; at: Date },
): Promise<boolean> {
  const isShops = trustOf(reported) === TRUST.shop;
  if (isShops) await removeCorrected(tx, orderRowId, reported.channel);
  const { rowCount } = await tx.execute(sql`
    INSERT INTO order_reports AS r (order_row_id, channel, signed, counts, at, order_at, day, dated, original_minor, original_currency,
      click_reported, click_id, voucher_code, actor_id, lines, customer, stated)
    SELECT ${orderRowId}::bigint, ${reported.channel}::text, ${reported.signed}::boolean, ${counts}::boolean, ${at.toISOString()}::timestamptz,
      ${reported.orderAt.toISOString()}::timestamptz, ${reported.day}::date, ${reported.isDated}::boolean, ${reported.originalMinor}::bigint,
      ${reported.originalCurrency}::char(3), ${reported.reportedClick}::boolean, ${reported.clickId}::uuid, ${reported.voucherCode}::text, ${userOf(reported.actorId)}::bigint,
      ${reported.lines === null ? null : JSON.stringify(reported.lines)}::jsonb, ${reported.customer}::text,
      (SELECT coalesce(max(stated), 0) + 1 FROM order_reports WHERE order_row_id = ${orderRowId})
    WHERE (SELECT count(*) FROM order_reports WHERE order_row_id = ${orderRowId} AND channel = ${reported.channel}
        AND signed = ${reported.signed} AND counts = ${counts}) < ${isShops ? MAX_SHOP_REPORTS : MAX_PAGE_REPORTS}
    ON CONFLICT (order_row_id, channel, signed, original_minor, original_currency, click_reported, click_id, lower(voucher_code),
      md5(lines::text), customer)
    DO UPDATE SET counts = r.counts OR excluded.counts, stated = excluded.stated
    WHERE (excluded.counts AND NOT r.counts)
      OR (${isShops}::boolean AND r.stated < (SELECT max(stated) FROM order_reports WHERE order_row_id = r.order_row_id AND channel = r.channel))`);
  return rowCount === 1;
}

/**
 * Makes room for another report of the store's server or plugin: removes the oldest one after the first whose click, codes and kind of customer other reports
 * of the way also name.
 */
async function removeCorrected(tx: Database, orderRowId: number, channel: Channel): Promise<void> {
  const others = sql`FROM ways n WHERE n.id <> r.id`;
  await tx.execute(sql`
    WITH ways AS (SELECT * FROM order_reports WHERE order_row_id = ${orderRowId} AND channel = ${channel})
    DELETE FROM order_reports WHERE id IN (
      SELECT r.id FROM ways r WHERE (SELECT count(*) FROM ways) >= ${MAX_SHOP_REPORTS} AND r.id <> (SELECT min(id) FROM ways)
        AND NOT EXISTS (SELECT FROM orders o WHERE o.id = r.order_row_id AND o.resolved_report_id = r.id)
        AND (NOT r.click_reported OR EXISTS (SELECT ${others} AND n.click_reported AND n.click_id IS NOT DISTINCT FROM r.click_id))
        AND (r.voucher_code IS NULL OR EXISTS (SELECT ${others} AND n.voucher_code IS NOT NULL AND n.stated > r.stated))
        AND (r.customer IS NULL OR EXISTS (SELECT ${others} AND n.customer IS NOT NULL AND n.stated > r.stated))
      ORDER BY r.stated LIMIT 1)`);
}

/** The reports of an order, by time of arrival. */
export async function readReports(db: Database, orderRowId: number): Promise<OrderReportRow[]> {
  const { rows } = await db.execute<{
    id: number;
    channel: Channel;
    signed: boolean;
    counts: boolean;
    at: string;
    order_at: string;
    day: string;
    dated: boolean;
    original_minor: number;
    original_currency: string;
    click_reported: boolean;
    click_id: string | null;
    voucher_code: string | null;
    actor_id: number | null;
    lines: ReportedLine[] | null;
    customer: Customer | null;
    stated: number;
  }>(sql`
    SELECT id, channel, signed, counts, at, order_at, day, dated, original_minor, original_currency, click_reported, click_id, voucher_code, actor_id,
      lines, customer, stated
    FROM order_reports WHERE order_row_id = ${orderRowId} ORDER BY id`);
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    signed: row.signed,
    counts: row.counts,
    at: new Date(row.at),
    orderAt: new Date(row.order_at),
    day: row.day,
    isDated: row.dated,
    originalMinor: row.original_minor,
    originalCurrency: row.original_currency,
    reportedClick: row.click_reported,
    clickId: row.click_id,
    voucherCode: row.voucher_code,
    actorId: row.actor_id,
    lines: row.lines,
    customer: row.customer,
    stated: row.stated,
  }));
}

/** The reports that an order follows: the one that a user has selected, otherwise all that count. */
export async function reportsOf(
  db: Database,
  order: { id: number; resolvedReportId: number | null },
): Promise<OrderReportRow[]> {
  return reportsHeld(await readReports(db, order.id), order);
}

/**
 * Of the reports of an order, those that it follows. After a resolution, the same way of the store still corrects value and lines of the selected report,
 * but its traces are those that the user has selected.
 */
export function reportsHeld(
  reports: readonly OrderReportRow[],
  { resolvedReportId }: { resolvedReportId: number | null },
): OrderReportRow[] {
  const selected = reports.find(({ id }) => id === resolvedReportId);
  if (selected === undefined) return reports.filter(({ counts }) => counts);
  if (trustOf(selected) !== TRUST.shop) return [selected];
  const later = reports.filter(
    ({ channel, counts, stated }) => counts && channel === selected.channel && stated > selected.stated,
  );
  const untraced = { reportedClick: false, clickId: null, voucherCode: null };
  return [selected, ...later.map((report) => ({ ...report, ...untraced }))];
}
