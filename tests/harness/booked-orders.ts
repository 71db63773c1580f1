import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** An order that came of a link; money in minor units of the store's currency. */
interface BookedOrder {
  linkId: number;
  /** Under whose terms; null: the store's own. */
  offerId: number | null;
  day: string;
  valueMinor: number;
  /** What the store pays and the creator has seven tenths of, in millionths of the value. */
  cpaPpm: number;
  status?: 'pending' | 'approved' | 'denied';
  /** At the day's noon (UTC) unless given. */
  at?: Date;
}

/** Puts an order into the database without the way by which orders come; what it earns and its totals are the database's to work out. */
export async function bookOrder(pool: pg.Pool, order: BookedOrder): Promise<void> {
  const { linkId, offerId, day, valueMinor, cpaPpm, status = 'approved', at = new Date(`${day}T12:00:00Z`) } = order;
  await pool.query(
    `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
       attribution, link_id, user_id, client_id, offer_id, cpa_ppm, invoice_cpa_ppm, user_share_ppm)
     SELECT l.store_id, $1, 'server', $7, $8, $4::date, $5, s.currency, $5, s.currency, 'voucher', l.id, l.user_id, u.client_id, $3, $6, $6, 700000
     FROM links l JOIN stores s ON s.id = l.store_id JOIN users u ON u.id = l.user_id WHERE l.id = $2`,
    [randomBytes(6).toString('hex'), linkId, offerId, day, valueMinor, cpaPpm, status, at],
  );
}
