import { type SQL, sql } from 'drizzle-orm';
import { type Band, bandOf, type Figure } from './bands.ts';

/** Exact results at a store in the 90 days before `creator_result_day`. */
export interface OwnResults {
  clicks: number;
  orders: number;
  approved: number;
  denied: number;
}

/** A JSON object: the `OwnResults` of a user at a store; null: none. */
export const ownResultsSql = (userId: SQL, storeId: number): SQL => sql`(
  SELECT json_build_object('clicks', r.clicks, 'orders', r.orders, 'approved', r.approved, 'denied', r.denied)
  FROM creator_results r WHERE r.user_id = ${userId} AND r.store_id = ${storeId})`;

/** Columns over `listed_creators l`, whose bands are 0 without the creator's consent. */
export const BAND_COLUMNS: SQL = sql`l.click_band, l.order_band, l.conversion_band, l.approval_band`;

export type BandRow = {
  click_band: number;
  order_band: number;
  conversion_band: number;
  approval_band: number;
};

/** Results over all stores; null: not shown. */
export type Bands = Record<Figure, Band | null>;

export const bandsOf = (row: BandRow): Bands => ({
  clicks: bandOf('clicks', row.click_band),
  orders: bandOf('orders', row.order_band),
  conversion: bandOf('conversion', row.conversion_band),
  approval: bandOf('approval', row.approval_band),
});
