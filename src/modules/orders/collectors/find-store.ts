import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { hashActivationKey } from '../../stores/index.ts';

/** The days for which pages of `stores s` store a click. */
export const STORED_DAYS: SQL = sql`greatest(s.attribution_window_days,
  (SELECT max(o.attribution_window_days) FROM campaigns o WHERE o.store_id = s.id AND o.deleted_at IS NULL))`;

/** The facts about a store that reporting needs. */
export interface TrackedStore {
  id: number;
  trackingKey: string;
  /** How long its pages store a click: the longest of the windows of the store and its campaigns. */
  windowDays: number;
}

/** Finds a store by its tracking key, including a deactivated one, whose reports are stored without effect; null if there is none. */
export const findStoreByTrackingKey = async (ctx: Pick<Context, 'db'>, key: string): Promise<TrackedStore | null> =>
  // No text of the database contains a NUL, and a query with one fails.
  key.includes('\0') ? null : find(ctx, sql`tracking_key = ${key}`);

/** Finds a store by its plugin's key; null if there is none. The timing does not depend on the result. */
export const findStoreByActivationKey = (ctx: Pick<Context, 'db'>, key: string) =>
  find(ctx, sql`activation_key_hash = ${hashActivationKey(key)}`);

async function find({ db }: Pick<Context, 'db'>, isIt: SQL): Promise<TrackedStore | null> {
  const { rows } = await db.execute<{ id: number; tracking_key: string; window_days: number }>(sql`
    SELECT id, tracking_key, ${STORED_DAYS} AS window_days FROM stores s
    WHERE ${isIt} AND deleted_at IS NULL`);
  const row = rows[0];
  return row === undefined ? null : { id: row.id, trackingKey: row.tracking_key, windowDays: row.window_days };
}
