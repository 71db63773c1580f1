import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** An approved order of a link's shopper; money in minor units of the store's currency. */
interface BookedOrder {
  linkId: number;
  /** Under whose terms; null: the store's own. */
  offerId: number | null;
  day: string;
  valueMinor: number;
  costMinor: number;
  userMinor: number;
}

/** Puts an order and its part of the totals into the database in one step, as every order has to be. */
export async function bookOrder(pool: pg.Pool, order: BookedOrder): Promise<void> {
  await pool.query(
    `WITH booked AS (
      INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
        attribution, link_id, user_id, offer_id, cost_minor, user_minor)
      SELECT l.store_id, $1, 'server', 'approved', $4::date, $4::date, $5, s.currency, $5, s.currency, 'click', l.id, l.user_id, $3, $6, $7
      FROM links l JOIN stores s ON s.id = l.store_id WHERE l.id = $2 RETURNING *
    ), of_store AS (
      INSERT INTO store_days AS t (store_id, day, orders, order_minor, order_cost_minor, order_user_minor)
      SELECT store_id, day, 1, value_minor, cost_minor, user_minor FROM booked
      ON CONFLICT (store_id, day) DO UPDATE SET orders = t.orders + 1, order_minor = t.order_minor + excluded.order_minor,
        order_cost_minor = t.order_cost_minor + excluded.order_cost_minor,
        order_user_minor = t.order_user_minor + excluded.order_user_minor
    )
    INSERT INTO link_days AS t
      (link_id, day, offer_id, store_id, user_id, orders, order_minor, order_cost_minor, order_user_minor)
    SELECT link_id, day, coalesce(offer_id, 0), store_id, user_id, 1, value_minor, cost_minor, user_minor FROM booked
    ON CONFLICT (link_id, day, offer_id) DO UPDATE SET orders = t.orders + 1, order_minor = t.order_minor + excluded.order_minor,
      order_cost_minor = t.order_cost_minor + excluded.order_cost_minor,
      order_user_minor = t.order_user_minor + excluded.order_user_minor`,
    [
      randomBytes(6).toString('hex'),
      order.linkId,
      order.offerId,
      order.day,
      order.valueMinor,
      order.costMinor,
      order.userMinor,
    ],
  );
}
