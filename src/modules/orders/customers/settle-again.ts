import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { ATTRIBUTION_COLUMNS, attributionValues } from '../reports/order-row.ts';
import type { Settlement } from '../reports/settle.ts';
import { withinCredit } from '../reports/within-credit.ts';
import { bindCustomer } from './bind-customer.ts';

/**
 * Binds the customer of an order that has been written. If another order has bound the customer since it was settled, it is attributed again: it has the
 * rate of a first order, or lacks the rate of a later one.
 * @param order.settlement with which it was written
 * @param order.again settles it by the bindings that exist now
 */
export async function bindOrSettleAgain(
  tx: Database,
  {
    orderId,
    settlement,
    now,
    again,
  }: { orderId: number; settlement: Settlement; now: Date; again: () => Promise<Settlement> },
): Promise<void> {
  const { attribution } = settlement;
  if (attribution.by === 'none') return;
  const binding = await bindCustomer(tx, { orderId, now });
  if (binding?.isOwn || attribution.by === 'manual') return;
  const { customer } = attribution;
  const isOutdated = customer === undefined ? binding?.userId === attribution.userId : customer.isFirst;
  if (!isOutdated) return;
  await withinCredit(tx, await again(), async (inside, covered) => {
    await inside.execute(sql`
      UPDATE orders SET (${ATTRIBUTION_COLUMNS}) = (SELECT ${attributionValues(covered.attribution)}) WHERE id = ${orderId} AND link_id IS NOT NULL`);
  });
}
