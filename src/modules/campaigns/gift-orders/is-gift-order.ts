import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** The number of an order in the shop of a store. */
interface ShopOrder {
  storeId: number;
  shopOrder: string;
}

/** Condition: a number of an order in a shop is that of a gift, which is no sale. */
export const isGiftOrderSql = ({ storeId, shopOrder }: ShopOrder): SQL =>
  sql`EXISTS (SELECT FROM gift_orders w WHERE w.store_id = ${storeId} AND w.shop_order = ${shopOrder})`;

/** Whether a number of an order in a shop is that of a gift, which is no sale. */
export async function isGiftOrder(db: Database, order: ShopOrder): Promise<boolean> {
  const { rows } = await db.execute<{ is_gift: boolean }>(sql`SELECT ${isGiftOrderSql(order)} AS is_gift`);
  return rows[0]!.is_gift;
}

/**
 * Locks a number of an order in a shop until the transaction ends, so that it becomes either a sale or a gift. Sales do not wait for each other. It is the
 * first lock of a transaction: a gift order locks rows that the insertion of a sale waits for.
 */
export async function lockShopOrder(
  tx: Database,
  { storeId, shopOrder }: ShopOrder,
  purpose: 'sale' | 'gift',
): Promise<void> {
  const lock = purpose === 'sale' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await tx.execute(sql`SELECT ${lock}(hashtextextended(${`shop order ${storeId} ${shopOrder}`}, 0))`);
}
