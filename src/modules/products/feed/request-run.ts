import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import type { FeedColumns, FeedFormat } from '../parse/raw-item.ts';
import { readFeedOf } from './feed.ts';
import { addRun, type FeedRun } from './runs.ts';

/**
 * Requests a run of a store's feed now. It is fetched completely.
 * @throws NotFound without a feed; RuleRefused `no_feed_url` for a store that only uploads; Conflict `run_in_progress`
 */
export async function requestRun(ctx: Context, storeId: number): Promise<FeedRun> {
  const { url, format } = await readFeedOf(ctx, storeId);
  if (url === null) throw new RuleRefused('no_feed_url', 'The feed has no URL. Upload a file, or give it one.');
  return addRun(ctx.db, { storeId, source: 'request', format, requestedBy: ctx.actor.userId, now: ctx.now() });
}

/** The caller of an upload. */
export interface UploadContext extends Pick<Context, 'db' | 'now'> {
  actor: Pick<Context['actor'], 'userId'>;
}

/**
 * Requests a run for an uploaded file. A store without a feed gets a feed without a URL.
 * @param columns the columns of a table; empty: those of the feed
 * @throws Conflict `run_in_progress`
 */
export async function uploadFeed(
  { db, actor, now }: UploadContext,
  {
    storeId,
    format,
    columns = {},
    content,
  }: { storeId: number; format: FeedFormat; columns?: FeedColumns; content: Buffer },
): Promise<FeedRun> {
  const at = now();
  return db.transaction(async (tx) => {
    await tx.execute(sql`
      INSERT INTO product_feeds (store_id, format, schedule, created_at, updated_at)
      VALUES (${storeId}, ${format}, 'manual', ${at.toISOString()}, ${at.toISOString()}) ON CONFLICT DO NOTHING`);
    if (Object.keys(columns).length > 0)
      await tx.execute(sql`
        UPDATE product_feeds SET columns = ${JSON.stringify(columns)}::jsonb, updated_at = ${at.toISOString()} WHERE store_id = ${storeId}`);
    return addRun(tx, { storeId, source: 'upload', format, content, requestedBy: actor.userId, now: at });
  });
}
