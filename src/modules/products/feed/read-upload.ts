import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { type UploadContext, uploadFeed } from './request-run.ts';
import { runFeed } from './run-feed.ts';

type Upload = Parameters<typeof uploadFeed>[1];

/** Uploads the feed of a store, and reads it at once in the same transaction. No other process may know the store yet. @throws like `uploadFeed` */
export async function readUpload(ctx: UploadContext & Pick<Context, 'log'>, upload: Upload): Promise<void> {
  const { storeId, format } = upload;
  const { id } = await uploadFeed(ctx, upload);
  const at = ctx.now().toISOString();
  await ctx.db.execute(
    sql`UPDATE product_feed_runs SET state = 'running', attempts = 1, started_at = ${at} WHERE id = ${id}`,
  );
  // The file is in the database, so nothing is requested.
  const deps = {
    now: ctx.now,
    log: ctx.log,
    outbound: createOutbound({ allow: [] }),
    signal: new AbortController().signal,
  };
  await runFeed(ctx.db, deps, { id, storeId, source: 'upload', format });
}
