import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { limitOfDay } from '../collectors/count-reports-of-day.ts';
import { UNCONFIRMED_DAYS } from '../collectors/keep-unconfirmed.ts';

/** Pending orders `o` that only unsigned pages have reported and that lead to nobody. */
export const UNSIGNED_UNATTRIBUTED = sql`o.event_kind_id IS NULL AND o.status = 'pending' AND o.channel = 'sales_pixel' AND NOT o.signed AND o.link_id IS NULL`;

/** An hour without kept reports is listed if unsigned pages reported at least this number of orders that lead to nobody. */
const MANY_ORDERS = 50;
/** Maximum number of refused reports of an hour that are listed. */
const MAX_REFUSED = 20;
const DAY_MS = 86_400_000;

/** A kept report that cannot be recorded, and why. */
export interface RefusedReport {
  id: number;
  orderId: string;
  receivedAt: Date;
  /** The code of the refusal; null for a field that is not valid. */
  code: string | null;
  reason: string;
}

/** The unsigned reports of one hour (UTC). */
interface UnconfirmedHour {
  hour: Date;
  /** Reports that were kept without effect. */
  reports: number;
  /** Of these, the ones whose click or code led to a creator when they arrived. */
  attributed: number;
  /** Pending orders that only unsigned pages have reported and that lead to nobody. */
  orders: number;
  /** Kept reports that could not be recorded, the oldest first. */
  refused: RefusedReport[];
}

/** The unconfirmed reports of a store, and its day. */
export interface Unconfirmed {
  hours: UnconfirmedHour[];
  /** All kept reports. */
  kept: number;
  today: {
    /** New orders that unsigned pages have reported. */
    orders: number;
    /** The number above which they are kept without effect. */
    limit: number;
    /** Reports that were refused because no more are kept. */
    dropped: number;
  };
}

/** Reads the hours of the last 14 days in which reports were kept, or unsigned pages reported many orders that lead to nobody; the latest first. */
export async function listUnconfirmed(
  ctx: Pick<Context, 'db' | 'now'>,
  { storeId, least }: { storeId: number; least: number },
): Promise<Unconfirmed> {
  const limit = await limitOfDay(ctx, { storeId, least });
  const at = ctx.now();
  const since = new Date(at.getTime() - UNCONFIRMED_DAYS * DAY_MS).toISOString();
  const { rows } = await ctx.db.execute<{ hour: string; reports: number; attributed: number; orders: number }>(sql`
    WITH kept AS (
      SELECT date_trunc('hour', r.received_at, 'UTC') AS hour, count(*) AS reports, count(*) FILTER (WHERE r.attributed) AS attributed
      FROM unconfirmed_reports r WHERE r.store_id = ${storeId} AND r.received_at >= ${since} GROUP BY 1
    ), recorded AS (
      SELECT date_trunc('hour', o.created_at, 'UTC') AS hour, count(*) AS orders FROM orders o
      WHERE o.store_id = ${storeId} AND o.day >= ${since.slice(0, 10)}::date - 7 AND o.created_at >= ${since} AND ${UNSIGNED_UNATTRIBUTED} GROUP BY 1
    )
    SELECT hour, coalesce(kept.reports, 0) AS reports, coalesce(kept.attributed, 0) AS attributed, coalesce(recorded.orders, 0) AS orders
    FROM kept FULL JOIN recorded USING (hour) WHERE kept.reports > 0 OR recorded.orders >= ${MANY_ORDERS} ORDER BY hour DESC`);
  const refused = await refusedOf(ctx.db, { storeId, since });
  const today = await ctx.db.execute<{ reports: number; dropped: number }>(sql`
    SELECT reports, dropped FROM store_report_totals
    WHERE store_id = ${storeId} AND day = ${at.toISOString().slice(0, 10)}::date AND channel = 'sales_pixel'`);
  const { reports = 0, dropped = 0 } = today.rows[0] ?? {};
  return {
    hours: rows.map(({ hour, ...numbers }) => ({
      ...numbers,
      hour: new Date(hour),
      refused: refused.get(new Date(hour).getTime()) ?? [],
    })),
    kept: rows.reduce((sum, row) => sum + row.reports, 0),
    today: { orders: reports, limit, dropped },
  };
}

/** The reports that could not be recorded, by the beginning of their hour in milliseconds. */
async function refusedOf(
  db: Database,
  { storeId, since }: { storeId: number; since: string },
): Promise<Map<number, RefusedReport[]>> {
  const { rows } = await db.execute<{
    hour: string;
    id: number;
    order_id: string;
    received_at: string;
    code: string | null;
    reason: string;
  }>(sql`
    SELECT hour, id, order_id, received_at, code, reason FROM (
      SELECT date_trunc('hour', r.received_at, 'UTC') AS hour, r.id, r.order_id, r.received_at, r.refusal_code AS code, r.refusal AS reason,
        row_number() OVER (PARTITION BY date_trunc('hour', r.received_at, 'UTC') ORDER BY r.received_at, r.id) AS place
      FROM unconfirmed_reports r WHERE r.store_id = ${storeId} AND r.received_at >= ${since} AND r.tried_at IS NOT NULL) refused
    WHERE place <= ${MAX_REFUSED} ORDER BY received_at, id`);
  const hours = new Map<number, RefusedReport[]>();
  for (const { hour, id, order_id: orderId, received_at: at, code, reason } of rows) {
    const key = new Date(hour).getTime();
    hours.set(key, [...(hours.get(key) ?? []), { id, orderId, receivedAt: new Date(at), code, reason }]);
  }
  return hours;
}
