import { sql } from 'drizzle-orm';

/**
 * Whether nobody has to decide an order: a condition over `orders o`, its `stores s` and its `users u`. Disputed, unconfirmed and over-value orders have no
 * creator. Orders of suspended creators, and of stores that may not decide, wait.
 */
export const DECIDES_ITSELF = sql`(o.status = 'pending' AND o.link_id IS NOT NULL AND o.decide_by IS NOT NULL AND u.suspended_at IS NULL AND store_may_spend(s))`;

/** When an order is approved by itself; null if it is not. It has the tables of `DECIDES_ITSELF`. */
export const DECIDE_BY = sql`CASE WHEN ${DECIDES_ITSELF} THEN o.decide_by END`;
