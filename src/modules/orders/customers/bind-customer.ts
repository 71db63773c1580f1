import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { programmeAt } from './programme.ts';

/**
 * A condition over `customer_bindings b`: an order supports it, which a click, a code or a person has attributed to the creator, and which is not denied, voided
 * or disputed. An order that only follows the binding supports nothing.
 * @param besides the id of an order that does not count, unless it made the binding; null: all count
 */
export const isSupported = (besides: SQL): SQL => sql`EXISTS (
  SELECT FROM orders s WHERE s.store_id = b.store_id AND s.customer_hash = b.customer_hash AND s.user_id = b.user_id AND s.link_id IS NOT NULL
    AND s.attribution <> 'customer' AND s.status <> 'denied' AND (s.id IS DISTINCT FROM ${besides} OR s.id = b.first_order_id))`;

/**
 * Binds the customer of an order to its creator, if a programme of the store is in force at the time of the order, nothing else binds the customer, and a click, a
 * code or a person has attributed the order. A binding that no other order supports ends. Every writer of attributions calls it after the order is written, so
 * that rows of bindings are locked after those of orders.
 * @returns the open binding that covers the time of the order; null: there is none
 */
export async function bindCustomer(
  tx: Database,
  { orderId, now }: { orderId: number; now: Date },
): Promise<{ userId: number; isOwn: boolean } | null> {
  const isWinning = sql`o.id = ${orderId} AND o.link_id IS NOT NULL AND o.attribution <> 'customer' AND o.status <> 'denied'`;
  await tx.execute(sql`
    UPDATE customer_bindings b SET ended_at = greatest(b.begins_at, o.order_at), ended_reason = 'orders_denied' FROM orders o
    WHERE ${isWinning} AND b.store_id = o.store_id AND b.customer_hash = o.customer_hash AND b.ended_at IS NULL AND NOT ${isSupported(sql`o.id`)}`);
  // A concurrent order of the customer that has bound it first wins: its open binding is unique.
  await tx.execute(sql`
    INSERT INTO customer_bindings (store_id, customer_hash, user_id, link_id, campaign_id, programme_id, first_order_id, begins_at, ends_at, created_at)
    SELECT o.store_id, o.customer_hash, o.user_id, o.link_id, o.campaign_id, p.id, o.id, o.order_at,
      (o.order_at AT TIME ZONE 'UTC' + make_interval(months => p.months)) AT TIME ZONE 'UTC', ${now.toISOString()}
    FROM orders o CROSS JOIN LATERAL (${programmeAt({ storeId: sql`o.store_id`, at: sql`o.order_at` })}) p
    WHERE ${isWinning} AND o.customer_hash IS NOT NULL AND NOT EXISTS (SELECT FROM customer_bindings b
      WHERE b.store_id = o.store_id AND b.customer_hash = o.customer_hash AND b.ended_at > o.order_at)
    ON CONFLICT (store_id, customer_hash) WHERE ended_at IS NULL DO NOTHING`);
  const { rows } = await tx.execute<{ user_id: number; is_own: boolean }>(sql`
    SELECT b.user_id, b.first_order_id = o.id AS is_own FROM orders o JOIN customer_bindings b ON b.store_id = o.store_id AND b.customer_hash = o.customer_hash
    WHERE o.id = ${orderId} AND b.ended_at IS NULL AND b.begins_at <= o.order_at AND (b.ends_at IS NULL OR b.ends_at > o.order_at)`);
  const found = rows[0];
  return found === undefined ? null : { userId: found.user_id, isOwn: found.is_own };
}
