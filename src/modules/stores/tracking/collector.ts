import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

/** The ways of reporting orders. */
export const COLLECTORS = ['sales_pixel', 'shop_plugin', 'server'] as const;
export type CollectorName = (typeof COLLECTORS)[number];

/** The data that a store needs to report its orders. */
export interface Tracking {
  storeId: number;
  /** Identifies the store in its pages; not a secret. */
  trackingKey: string;
  /** ISO 4217; the currency of orders that name none. */
  currency: string;
  /** The time after a click within which an order counts. */
  attributionWindowDays: number;
}

/** One way of reporting, with the store's settings. */
export interface Collector extends Tracking {
  collector: CollectorName;
  /** Time of the last order that was reported in this way; null if none. */
  lastSeenAt: Date | null;
  /** When a page last requested the store's script, to the minute; null if never. */
  scriptSeenAt: Date | null;
  /** Whether the store has a key that identifies its plugin. */
  hasActivationKey: boolean;
  /** When the plugin was activated with this key; null if it was not. */
  activatedAt: Date | null;
}

/**
 * Reads the settings of one way of reporting at a store.
 * @throws NotFound when there is no such way or store
 */
export async function readCollector(
  { db }: Pick<Context, 'db'>,
  { storeId, collector }: { storeId: number; collector: string },
): Promise<Collector> {
  if (!isCollector(collector)) throw new NotFound('order collector');
  const { rows } = await db.execute<{
    tracking_key: string;
    currency: string;
    window_days: number;
    has_activation_key: boolean;
    activated_at: string | null;
    last_seen_at: string | null;
    script_seen_at: string | null;
  }>(sql`
    SELECT s.tracking_key, s.currency, s.attribution_window_days AS window_days, s.activation_key_hash IS NOT NULL AS has_activation_key,
      s.plugin_activated_at AS activated_at, c.last_seen_at, c.script_seen_at
    FROM stores s LEFT JOIN order_collectors c ON c.store_id = s.id AND c.collector = ${collector} WHERE s.id = ${storeId}`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('store');
  return {
    collector,
    storeId,
    trackingKey: row.tracking_key,
    currency: row.currency,
    attributionWindowDays: row.window_days,
    lastSeenAt: row.last_seen_at === null ? null : new Date(row.last_seen_at),
    scriptSeenAt: row.script_seen_at === null ? null : new Date(row.script_seen_at),
    hasActivationKey: row.has_activation_key,
    activatedAt: row.activated_at === null ? null : new Date(row.activated_at),
  };
}

function isCollector(name: string): name is CollectorName {
  return (COLLECTORS as readonly string[]).includes(name);
}
