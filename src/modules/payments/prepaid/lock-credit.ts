import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/**
 * Locks the credit of stores in the order of their ids, as recording clicks does. A transaction that changes several stores in
 * several statements calls it first, so that it does not deadlock with clicks.
 * @param stores the stores of invoices, and further stores by id
 */
export async function lockCredit(
  tx: Database,
  { invoiceIds, storeIds }: { invoiceIds: readonly number[]; storeIds: readonly number[] },
): Promise<void> {
  if (invoiceIds.length + storeIds.length === 0) return;
  await tx.execute(sql`
    SELECT FROM store_credit WHERE store_id = ANY (${sql.param([...storeIds])}::bigint[])
      OR store_id IN (SELECT store_id FROM invoices WHERE id = ANY (${sql.param([...invoiceIds])}::bigint[]))
    ORDER BY store_id FOR NO KEY UPDATE`);
}
