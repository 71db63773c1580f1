import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { hashActivationKey } from '../../stores/index.ts';

/** The facts about a store that reporting needs. */
export interface TrackedStore {
  id: number;
  trackingKey: string;
  /** The store's attribution window. */
  windowDays: number;
}

/** Finds a store by its tracking key, including a deactivated one, whose reports are stored without effect; null if there is none. */
export const findStoreByTrackingKey = (ctx: Pick<Context, 'db'>, key: string) => find(ctx, sql`tracking_key = ${key}`);

/** Finds a store by its plugin's key; null if there is none. The timing does not depend on the result. */
export const findStoreByActivationKey = (ctx: Pick<Context, 'db'>, key: string) =>
  find(ctx, sql`activation_key_hash = ${hashActivationKey(key)}`);

async function find({ db }: Pick<Context, 'db'>, isIt: SQL): Promise<TrackedStore | null> {
  const { rows } = await db.execute<{ id: number; tracking_key: string; window_days: number }>(sql`
    SELECT id, tracking_key, attribution_window_days AS window_days FROM stores
    WHERE ${isIt} AND deleted_at IS NULL`);
  const row = rows[0];
  return row === undefined ? null : { id: row.id, trackingKey: row.tracking_key, windowDays: row.window_days };
}
