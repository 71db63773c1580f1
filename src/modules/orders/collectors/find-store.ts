import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { hashActivationKey } from '../../stores/index.ts';

/** A store as far as those need it who tell of its orders. */
export interface TrackedStore {
  id: number;
  trackingKey: string;
  /** How long after a click an order counts for it. */
  windowDays: number;
}

/** The store that a page names, also while it is deactivated: its reports are kept, and bring nothing. Null when there is none. */
export const findStoreByTrackingKey = (ctx: Pick<Context, 'db'>, key: string) => find(ctx, sql`tracking_key = ${key}`);

/** The store whose plugin shows the key. Null when there is none; the work is the same. */
export const findStoreByActivationKey = (ctx: Pick<Context, 'db'>, key: string) =>
  find(ctx, sql`activation_key_hash = ${hashActivationKey(key)}`);

async function find({ db }: Pick<Context, 'db'>, isIt: SQL): Promise<TrackedStore | null> {
  const { rows } = await db.execute<{ id: number; tracking_key: string; window_days: number }>(sql`
    SELECT id, tracking_key, attribution_window_days AS window_days FROM stores
    WHERE ${isIt} AND deleted_at IS NULL`);
  const row = rows[0];
  return row === undefined ? null : { id: row.id, trackingKey: row.tracking_key, windowDays: row.window_days };
}
