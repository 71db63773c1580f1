import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { notify } from '../../accounts/index.ts';
import type { PreparedReport } from '../reports/record-order.ts';
import { untilMidnight } from './count-reports-of-day.ts';

/** The maximum number of kept reports of one store. Further ones are refused and counted. */
export const MAX_UNCONFIRMED = 10_000;
/** Days for which they are kept. */
export const UNCONFIRMED_DAYS = 14;
/** The maximum number that is kept of one address, store and day, so that one address alone does not use up the space. */
const MAX_OF_ADDRESS = 1_000;

const DAY_MS = 86_400_000;

/** A kept report, as it is replayed (`decide-unconfirmed.ts`). */
export interface KeptReport {
  /** A decimal number of the currency's major units. */
  value: string;
  currency: string;
  clickId: string | null;
  /** Whether the report named a click at all. */
  reportedClick: boolean;
  voucherCode: string | null;
}

/**
 * Keeps a report without effect, for the store to confirm or discard: it is no order, costs nothing, and no event tells of it. The first one of a day is told to
 * the members of the store. A repetition is kept once.
 * @param keptOfAddress how many reports of this address and store were kept today, with this one
 * @throws TooManyRequests if no more are kept
 */
export async function keepUnconfirmed(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { report, keptOfAddress }: { report: PreparedReport; keptOfAddress: number },
): Promise<void> {
  const { store, reported, settlement } = report;
  const at = now();
  const day = at.toISOString().slice(0, 10);
  const kept: KeptReport = {
    value: toDecimalString({ minor: reported.originalMinor, currency: reported.originalCurrency }),
    currency: reported.originalCurrency,
    clickId: reported.clickId,
    reportedClick: reported.reportedClick,
    voucherCode: reported.voucherCode,
  };
  const isKept = await db.transaction(async (tx) => {
    // The row of the day is locked first: concurrent reports of a store count each other.
    await tx.execute(sql`
      INSERT INTO store_report_totals AS t (store_id, day, channel, reports) VALUES (${store.id}, ${day}::date, 'sales_pixel', 0)
      ON CONFLICT (store_id, day, channel) DO UPDATE SET reports = t.reports`);
    const { rows } = await tx.execute<{ is_known: boolean; is_full: boolean }>(sql`
      SELECT EXISTS (SELECT FROM unconfirmed_reports WHERE store_id = ${store.id} AND order_id = ${reported.orderId}
          AND md5(report::text) = md5(${JSON.stringify(kept)}::jsonb::text)) AS is_known,
        (SELECT count(*) FROM unconfirmed_reports WHERE store_id = ${store.id}) >= ${MAX_UNCONFIRMED} AS is_full`);
    const { is_known: isKnown, is_full: isFull } = rows[0]!;
    if (isKnown) return true;
    const fits = !isFull && keptOfAddress <= MAX_OF_ADDRESS;
    const counted = await tx.execute<{ kept: number }>(sql`
      UPDATE store_report_totals SET kept = kept + ${fits ? 1 : 0}, dropped = dropped + ${fits ? 0 : 1}
      WHERE store_id = ${store.id} AND day = ${day}::date AND channel = 'sales_pixel' RETURNING kept`);
    if (!fits) return false;
    await tx.execute(sql`
      INSERT INTO unconfirmed_reports (store_id, order_id, report, order_at, received_at, attributed)
      VALUES (${store.id}, ${reported.orderId}, ${JSON.stringify(kept)}::jsonb, ${reported.isDated ? reported.orderAt.toISOString() : null}::timestamptz,
        ${at.toISOString()}, ${settlement.attribution.by !== 'none'})`);
    if (counted.rows[0]!.kept === 1) await tell(tx, store.id, at);
    return true;
  });
  if (!isKept) throw new TooManyRequests(untilMidnight(at));
}

async function tell(tx: Context['db'], storeId: number, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`SELECT name FROM stores WHERE id = ${storeId}`);
  const path = `/console/shop/${storeId}/tracking`;
  const values = { store: rows[0]!.name };
  await notify(tx, at, [{ message: 'reports_unconfirmed', values, to: { storeId, need: 'manage' }, path }]);
}

/** Removes kept reports that nobody has decided about, for maintenance. @returns the number of rows */
export async function purgeUnconfirmed({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(now().getTime() - UNCONFIRMED_DAYS * DAY_MS).toISOString();
  const { rowCount } = await db.execute(sql`DELETE FROM unconfirmed_reports WHERE received_at < ${before}`);
  return rowCount ?? 0;
}
