import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** An order through a link; money in minor units of the store's currency. */
interface BookedOrder {
  linkId: number;
  /** The campaign whose terms apply; null: the store's own terms. */
  campaignId: number | null;
  day: string;
  valueMinor: number;
  /** The store's cost, 70 % of which the creator earns, in millionths of the value. */
  cpaPpm: number;
  status?: 'pending' | 'approved' | 'denied';
  /** Noon (UTC) of the day by default. */
  at?: Date;
}

/** Inserts an order directly into the database, which computes the earnings and totals. */
export async function bookOrder(pool: pg.Pool, order: BookedOrder): Promise<void> {
  const { linkId, campaignId, day, valueMinor, cpaPpm, status = 'approved', at = new Date(`${day}T12:00:00Z`) } = order;
  await pool.query(
    `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
       attribution, link_id, user_id, agency_id, campaign_id, cpa_ppm, invoice_cpa_ppm, user_share_ppm)
     SELECT l.store_id, $1, 'server', $7, $8, $4::date, $5, s.currency, $5, s.currency, 'voucher', l.id, l.user_id, u.agency_id, $3, $6, $6, 700000
     FROM links l JOIN stores s ON s.id = l.store_id JOIN users u ON u.id = l.user_id WHERE l.id = $2`,
    [randomBytes(6).toString('hex'), linkId, campaignId, day, valueMinor, cpaPpm, status, at],
  );
}
