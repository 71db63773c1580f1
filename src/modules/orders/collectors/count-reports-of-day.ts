import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { writeAudit } from '../../accounts/index.ts';

/** The ways of reporting without a sign-in: by a store's public key, or by the key of its plugin. */
export type PublicChannel = 'sales_pixel' | 'shop_plugin';

const DAY_MS = 86_400_000;

/**
 * Counts one report of a store for the day (UTC). Each channel is counted separately, so that a flood with the public key of a store's pages does not
 * stop its plugin. The report that reaches the limit is recorded in the audit log, and later ones are refused. The count is a separate statement
 * before the order's transaction, so that reports of one store wait for each other only briefly.
 * @throws TooManyRequests until the day ends
 */
export async function countOfDay(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, channel, max }: { storeId: number; channel: PublicChannel; max: number },
): Promise<void> {
  const at = now();
  const { rows } = await db.execute<{ reports: number }>(sql`
    INSERT INTO store_report_totals AS t (store_id, day, channel, reports)
    VALUES (${storeId}, ${at.toISOString().slice(0, 10)}::date, ${channel}, 1)
    ON CONFLICT (store_id, day, channel) DO UPDATE SET reports = t.reports + 1 WHERE t.reports < ${max} RETURNING reports`);
  const reports = rows[0]?.reports;
  if (reports === undefined) throw new TooManyRequests(Math.ceil((DAY_MS - (at.getTime() % DAY_MS)) / 1_000));
  if (reports !== max) return;
  const details = { channel, reports, day: at.toISOString().slice(0, 10) };
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
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const { rowCount } = await db.execute(sql`DELETE FROM store_report_totals WHERE day < ${before}::date`);
  const refused = await db.execute(sql`DELETE FROM refused_reports WHERE day < ${before}::date`);
  return (rowCount ?? 0) + (refused.rowCount ?? 0);
}
