import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { DayRange } from '../../platform/day-range.ts';

/** Orders of one day through the store's links. */
export interface OrdersOfDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** Orders that are neither denied nor fully refunded. */
  orders: number;
  /** Their value without refunds, in minor units of the store's currency. */
  orderMinor: number;
}

/**
 * Returns the days of the range with an order, in chronological order. Cost: in proportion to the days, not to the
 * orders.
 */
export async function ordersPerDate(
  { db }: Pick<Context, 'db'>,
  { storeId, range: { first, last } }: { storeId: number; range: DayRange },
): Promise<OrdersOfDay[]> {
  const { rows } = await db.execute<{ day: string; orders: number; order_minor: number }>(sql`
    SELECT day, orders, order_minor FROM store_days
    WHERE store_id = ${storeId} AND day BETWEEN ${first}::date AND ${last}::date AND orders > 0 ORDER BY day`);
  return rows.map(({ day, orders, order_minor: orderMinor }) => ({ day, orders, orderMinor }));
}
