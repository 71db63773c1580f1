import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** Whether a number of an order in a shop is that of a gift, which is no sale. */
export async function isGiftOrder(
  db: Database,
  { storeId, shopOrder }: { storeId: number; shopOrder: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ is_gift: boolean }>(sql`
    SELECT EXISTS (SELECT FROM gift_orders w WHERE w.store_id = ${storeId} AND w.shop_order = ${shopOrder}) AS is_gift`);
  return rows[0]!.is_gift;
}
