import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../accounts/index.ts';

/** The effect of reports on an order: it needs a decision, or they contradict its decision. */
type ReportNews = 'disputed' | 'contradicted';

const MAILED_ON: Record<ReportNews, SQL> = {
  disputed: sql`dispute_mailed_on`,
  contradicted: sql`contradiction_mailed_on`,
};

/**
 * Notifies the members of a store that reports of an order contradict each other or a decision, each member at most once a day
 * (UTC), in the console and by mail. Anybody who knows a store's tracking key can report any number of orders. The console lists
 * them all.
 */
export async function notifyOfReports(
  tx: Database,
  { storeId, now, news }: { storeId: number; now: Date; news: ReportNews },
): Promise<void> {
  const mailedOn = MAILED_ON[news];
  const { rowCount } = await tx.execute(sql`
    INSERT INTO order_rules AS r (store_id, ${mailedOn}) VALUES (${storeId}, (${now.toISOString()}::timestamptz AT TIME ZONE 'UTC')::date)
    ON CONFLICT (store_id) DO UPDATE SET ${mailedOn} = excluded.${mailedOn}
    WHERE r.${mailedOn} IS NULL OR r.${mailedOn} < excluded.${mailedOn}`);
  if (rowCount !== 1) return;
  const { rows } = await tx.execute<{ store_name: string }>(
    sql`SELECT name AS store_name FROM stores WHERE id = ${storeId}`,
  );
  // The notification does not contain the order's number, which may be text of an attacker.
  const values = { store: rows[0]!.store_name };
  const path = `/console/shop/${storeId}/orders?whose=${news === 'disputed' ? 'unresolved' : 'contradicted'}`;
  await notify(tx, now, [{ message: `orders_${news}`, values, to: { storeId, need: 'manage' }, path }]);
}
