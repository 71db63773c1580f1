import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { namesTag } from '../../../platform/http/entity-tag.ts';
import { pixelAddress } from '../../stores/index.ts';
import { STORED_DAYS, type TrackedStore } from './find-store.ts';
import { scriptText } from './script-text.ts';

const DAY_MS = 86_400_000;
/** An hour; a day longer while the browser requests a new one, and a week while the server does not reply. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800';

/** The script for the pages of a store. @param pixel the address for reports, absolute or relative to the script's own */
export function scriptOf(
  { trackingKey: key, windowDays }: Pick<TrackedStore, 'trackingKey' | 'windowDays'>,
  pixel: string,
): string {
  return scriptText({ key, pixel, window: windowDays * DAY_MS });
}

/** The scripts of all stores, by tracking key. */
export async function allScripts({ db }: Pick<Context, 'db'>, publicUrl: string): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ tracking_key: string; window_days: number }>(
    sql`SELECT tracking_key, ${STORED_DAYS} AS window_days FROM stores s WHERE deleted_at IS NULL`,
  );
  return new Map(
    rows.map(({ tracking_key: key, window_days: windowDays }) => [
      key,
      scriptOf({ trackingKey: key, windowDays }, pixelAddress(publicUrl, key)),
    ]),
  );
}

export interface ScriptReply {
  status: 200 | 304;
  headers: Record<string, string>;
  /** Null if the caller already has the current script. */
  body: string | null;
}

/** The reply to a request for a script. @param known the request's `If-None-Match` */
export function scriptReply(script: string, known: string | undefined): ScriptReply {
  const etag = `"${createHash('sha256').update(script).digest('base64url')}"`;
  const headers = { 'cache-control': CACHE_CONTROL, etag };
  if (namesTag(known, etag)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' }, body: script };
}
