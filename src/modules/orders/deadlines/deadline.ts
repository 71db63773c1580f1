import { sql } from 'drizzle-orm';

/** When an order is approved by itself; null if it is not (`order_decides_itself`). For `orders o`, its `stores s` and its `users u`. */
export const DECIDE_BY = sql`CASE WHEN order_decides_itself(o, s, u) THEN o.decide_by END`;
