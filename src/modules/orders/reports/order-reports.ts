import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Customer } from '../../campaigns/index.ts';
import type { ReportedLine } from './lines.ts';
import type { Channel, ReportedOrder } from './read-report.ts';

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
}

/** The maximum number of distinct reports of one order for each way. Reports of pages are public. */
const MAX_REPORTS = 10;

/**
 * Stores a report of an order. A report that is already stored changes only if it now counts. Reports beyond `MAX_REPORTS` of a
 * kind are dropped, because the stored ones already disagree. The order must be locked or new.
 * @returns whether the report is new
 */
export async function keepReport(
  tx: Database,
  { orderRowId, reported, counts, at }: { orderRowId: number; reported: ReportedOrder; counts: boolean; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO order_reports AS r (order_row_id, channel, signed, counts, at, order_at, day, dated, original_minor, original_currency,
      click_reported, click_id, voucher_code, actor_id, lines, customer)
    SELECT ${orderRowId}::bigint, ${reported.channel}::text, ${reported.signed}::boolean, ${counts}::boolean, ${at.toISOString()}::timestamptz,
      ${reported.orderAt.toISOString()}::timestamptz, ${reported.day}::date, ${reported.isDated}::boolean, ${reported.originalMinor}::bigint,
      ${reported.originalCurrency}::char(3), ${reported.reportedClick}::boolean, ${reported.clickId}::uuid, ${reported.voucherCode}::text, ${userOf(reported.actorId)}::bigint,
      ${reported.lines === null ? null : JSON.stringify(reported.lines)}::jsonb, ${reported.customer}::text
    WHERE (SELECT count(*) FROM order_reports WHERE order_row_id = ${orderRowId} AND channel = ${reported.channel}
        AND signed = ${reported.signed} AND counts = ${counts}) < ${MAX_REPORTS}
    ON CONFLICT (order_row_id, channel, signed, original_minor, original_currency, click_reported, click_id, lower(voucher_code),
      md5(lines::text), customer)
    DO UPDATE SET counts = true WHERE excluded.counts AND NOT r.counts`);
  return rowCount === 1;
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
  }>(sql`
    SELECT id, channel, signed, counts, at, order_at, day, dated, original_minor, original_currency, click_reported, click_id, voucher_code, actor_id,
      lines, customer
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
  }));
}

/** The reports that an order follows: the one that a user has selected, otherwise all that count. */
export async function reportsOf(
  db: Database,
  { id, resolvedReportId }: { id: number; resolvedReportId: number | null },
): Promise<OrderReportRow[]> {
  const reports = await readReports(db, id);
  return reports.filter((report) => (resolvedReportId === null ? report.counts : report.id === resolvedReportId));
}
