import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { writeAudit } from '../../accounts/index.ts';
import { isOfKind } from '../reports/order-row.ts';

/**
 * The ways of reporting without a sign-in, each with its own counters: unsigned pages, signed pages, and the plugin with its key. What cannot prove its origin
 * never uses up the counters of what can.
 */
export type CountedWay = 'sales_pixel' | 'signed_page' | 'shop_plugin';

const DAY_MS = 86_400_000;
/** The busiest day of a store is the one of this number of days before. */
const BUSIEST_OF_DAYS = 28;
/** How often the orders of its busiest day a store's unsigned pages may report on one day. */
const TIMES_BUSIEST = 10;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Seconds until the day (UTC) ends. */
export const untilMidnight = (at: Date): number => Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / 1_000);

/**
 * The number of new orders that unsigned pages of a store may report on a day: `least`, or ten times its busiest day. Denied orders do not count for
 * the busiest day, nor do days on which the limit was reached unless the store has recorded kept reports of them, so that a flood does not raise it.
 */
export async function limitOfDay(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, least }: { storeId: number; least: number },
): Promise<number> {
  const day = dayOf(now());
  const known = await db.execute<{ busiest_day: number }>(
    sql`SELECT busiest_day FROM store_report_totals WHERE store_id = ${storeId} AND day = ${day}::date AND channel = 'sales_pixel'`,
  );
  const busiest = known.rows[0]?.busiest_day ?? (await openDay({ db }, { storeId, day }));
  return Math.max(least, TIMES_BUSIEST * busiest);
}

async function openDay({ db }: Pick<Context, 'db'>, { storeId, day }: { storeId: number; day: string }) {
  const { rows } = await db.execute<{ busiest_day: number }>(sql`
    INSERT INTO store_report_totals AS t (store_id, day, channel, reports, busiest_day)
    SELECT ${storeId}, ${day}::date, 'sales_pixel', 0, coalesce(max(d.orders), 0) FROM (
      SELECT count(*) AS orders FROM orders o
      WHERE o.store_id = ${storeId} AND o.day >= ${day}::date - ${BUSIEST_OF_DAYS}::int AND o.day < ${day}::date AND o.status <> 'denied'
        AND NOT EXISTS (SELECT FROM store_report_totals l WHERE l.store_id = o.store_id AND l.day = o.day AND l.channel = 'sales_pixel'
          AND l.kept > 0 AND l.confirmed = 0)
      GROUP BY o.day) d
    ON CONFLICT (store_id, day, channel) DO UPDATE SET reports = t.reports RETURNING busiest_day`);
  return rows[0]!.busiest_day;
}

/**
 * Counts one new order of a store for the day (UTC). It is a separate statement before the order's transaction, so that reports of one store wait for
 * each other only briefly; `uncount` takes it back if no order was recorded.
 * @returns false if the limit has been reached; nothing is counted then
 */
export async function countOfDay(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, way, max }: { storeId: number; way: CountedWay; max: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ reports: number }>(sql`
    INSERT INTO store_report_totals AS t (store_id, day, channel, reports) VALUES (${storeId}, ${dayOf(now())}::date, ${way}, 1)
    ON CONFLICT (store_id, day, channel) DO UPDATE SET reports = t.reports + 1 WHERE t.reports < ${max} RETURNING reports`);
  const reports = rows[0]?.reports;
  if (reports === max) await noteLimit({ db, now }, { storeId, way, reports });
  return reports !== undefined;
}

/**
 * As `countOfDay`, for reports that prove their origin: only a fault of the store's own programs reaches this limit.
 * @throws TooManyRequests until the day ends
 */
export async function countProven(
  ctx: Pick<Context, 'db' | 'now'>,
  counted: { storeId: number; way: CountedWay; max: number },
): Promise<void> {
  if (!(await countOfDay(ctx, counted))) throw new TooManyRequests(untilMidnight(ctx.now()));
}

/** Whether the store has an order with this number, or an event of this kind: a report of it adds none. */
export async function isKnownOrder(
  { db }: Pick<Context, 'db'>,
  { storeId, orderId, eventKindId }: { storeId: number; orderId: string; eventKindId: number | null },
): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM orders WHERE store_id = ${storeId} AND order_id = ${orderId} AND ${isOfKind(sql`event_kind_id`, eventKindId)}`,
  );
  return rows.length > 0;
}

/** Takes back one `countOfDay` of a report that recorded no new order. */
export async function uncount(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, way }: { storeId: number; way: CountedWay },
): Promise<void> {
  await db.execute(sql`
    UPDATE store_report_totals SET reports = reports - 1
    WHERE store_id = ${storeId} AND day = ${dayOf(now())}::date AND channel = ${way} AND reports > 0`);
}

async function noteLimit(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, way, reports }: { storeId: number; way: CountedWay; reports: number },
): Promise<void> {
  const details = { channel: way, reports, day: dayOf(now()) };
  await writeAudit(db, {
    actorId: null,
    action: 'store.reports_limited',
    subjectKind: 'store',
    subjectId: storeId,
    details,
  });
}

/** The retention period of the totals, in days. */
const KEPT_DAYS = 90;

/** Removes expired totals of reports and refused reports, for maintenance. @returns the number of rows */
export async function purgeReportTotals({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = dayOf(new Date(now().getTime() - KEPT_DAYS * DAY_MS));
  const { rowCount } = await db.execute(sql`DELETE FROM store_report_totals WHERE day < ${before}::date`);
  const refused = await db.execute(sql`DELETE FROM refused_reports WHERE day < ${before}::date`);
  return (rowCount ?? 0) + (refused.rowCount ?? 0);
}
