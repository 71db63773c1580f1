import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { OrderRow } from '../reports/order-row.ts';
import type { Warning } from '../reports/warnings.ts';

/** What a later report has said of the customer of an order. */
export interface StatedCustomer {
  /** The order as it is now. */
  order: OrderRow;
  isAdded: boolean;
  warnings: readonly Warning[];
}

/**
 * Adds the customer whom a later report of the store names to an order that has none. The customer of an order never changes: another one is a warning.
 * @param order locked
 */
export async function addCustomer(tx: Database, order: OrderRow, customerHash: Buffer | null): Promise<StatedCustomer> {
  if (customerHash === null) return { order, isAdded: false, warnings: [] };
  if (order.customerHash === null) {
    await tx.execute(sql`UPDATE orders SET customer_hash = ${customerHash} WHERE id = ${order.id}`);
    return { order: { ...order, customerHash }, isAdded: true, warnings: [] };
  }
  const field = order.eventKindId === null ? 'customer_reference' : 'customer';
  const message = 'is another customer than an earlier report has named, who is kept';
  return { order, isAdded: false, warnings: order.customerHash.equals(customerHash) ? [] : [{ field, message }] };
}
