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
  /** Reports that were refused lately. */
  refused: RefusedReports;
  /** Whether the store has a key that identifies its plugin. */
  hasActivationKey: boolean;
  /** When the plugin was activated with this key; null if it was not. */
  activatedAt: Date | null;
}

/** The refused reports of one way of reporting. */
interface RefusedReports {
  /** Their number in the last 30 days; a report with several wrong fields counts for each. */
  reports: number;
  /** By field and day, the latest first. */
  latest: readonly RefusedField[];
}

/** Reports of one day that were refused because of one field. */
interface RefusedField {
  field: string;
  /** The latest reason. */
  reason: string;
  /** When the latest one was refused. */
  at: string;
  reports: number;
}

/** Number of days whose refused reports are counted. */
const REFUSED_DAYS = 30;
/** Number of fields and days that are listed. */
const MAX_REFUSED = 20;

/**
 * Reads the settings of one way of reporting at a store.
 * @throws NotFound when there is no such way or store
 */
export async function readCollector(
  { db, now }: Pick<Context, 'db' | 'now'>,
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
    refused: await readRefused({ db, now }, { storeId, collector }),
    hasActivationKey: row.has_activation_key,
    activatedAt: row.activated_at === null ? null : new Date(row.activated_at),
  };
}

async function readRefused(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, collector }: { storeId: number; collector: CollectorName },
): Promise<RefusedReports> {
  const since = new Date(now().getTime() - REFUSED_DAYS * 86_400_000).toISOString().slice(0, 10);
  const { rows } = await db.execute<RefusedField & { total: number } & Record<string, unknown>>(sql`
    SELECT field, reason, refused_at AS at, reports, (sum(reports) OVER ())::bigint AS total FROM refused_reports
    WHERE store_id = ${storeId} AND channel = ${collector} AND day > ${since}::date ORDER BY refused_at DESC, field LIMIT ${MAX_REFUSED}`);
  const latest = rows.map(({ field, reason, at, reports }) => ({
    field,
    reason,
    at: new Date(at).toISOString(),
    reports,
  }));
  return { reports: rows[0]?.total ?? 0, latest };
}

function isCollector(name: string): name is CollectorName {
  return (COLLECTORS as readonly string[]).includes(name);
}
