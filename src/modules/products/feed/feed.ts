import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import type { FeedColumns, FeedFormat } from '../parse/raw-item.ts';
import { addRun } from './runs.ts';
import type { FeedSchedule } from './schedule.ts';

/** The source of a store's products. */
export interface ProductFeed {
  storeId: number;
  /** Null if the store only uploads files. */
  url: string | null;
  format: FeedFormat;
  schedule: FeedSchedule;
  /** Columns of a table that do not have the usual names. */
  columns: FeedColumns;
  nextRunAt: Date | null;
  productCount: number;
  createdAt: Date;
  updatedAt: Date;
}

type FeedRow = {
  store_id: number;
  url: string | null;
  format: FeedFormat;
  schedule: FeedSchedule;
  columns: FeedColumns;
  next_run_at: string | null;
  product_count: number;
  created_at: string;
  updated_at: string;
};

const COLUMNS = sql`f.store_id, f.url, f.format, f.schedule, f.columns, f.next_run_at, f.product_count, f.created_at, f.updated_at`;

const feedOf = (row: FeedRow): ProductFeed => ({
  storeId: row.store_id,
  url: row.url,
  format: row.format,
  schedule: row.schedule,
  columns: row.columns,
  nextRunAt: row.next_run_at === null ? null : new Date(row.next_run_at),
  productCount: row.product_count,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

/** Reads the feed of a store; null if it has none. */
async function findFeed(db: Database, storeId: number): Promise<ProductFeed | null> {
  const { rows } = await db.execute<FeedRow>(sql`SELECT ${COLUMNS} FROM product_feeds f WHERE f.store_id = ${storeId}`);
  return rows[0] === undefined ? null : feedOf(rows[0]);
}

/** @throws NotFound when the store has no feed */
export async function readFeedOf({ db }: Pick<Context, 'db'>, storeId: number): Promise<ProductFeed> {
  const feed = await findFeed(db, storeId);
  if (feed === null) throw new NotFound('product feed');
  return feed;
}

/** Reads the feed of a store and locks it, in the caller's transaction. @throws NotFound when the store has no feed */
export async function lockFeed(ctx: Pick<Context, 'db'>, storeId: number): Promise<ProductFeed> {
  await ctx.db.execute(sql`SELECT FROM product_feeds WHERE store_id = ${storeId} FOR NO KEY UPDATE`);
  return readFeedOf(ctx, storeId);
}

/**
 * Gives a store a feed, or changes it. A feed with a schedule is fetched at once; after a change of its URL or format it is
 * fetched completely.
 * @throws InvalidInput naming `url`
 */
export async function saveFeed(
  { db, actor, now }: Context,
  { outbound }: { outbound: Outbound },
  {
    storeId,
    url,
    format,
    schedule,
    columns = {},
  }: { storeId: number; url: string; format: FeedFormat; schedule: FeedSchedule; columns?: FeedColumns | undefined },
): Promise<ProductFeed> {
  checkUrl(outbound, url);
  const at = now().toISOString();
  const due = schedule === 'manual' ? null : at;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<FeedRow>(sql`
      INSERT INTO product_feeds AS f (store_id, url, format, schedule, columns, next_run_at, created_at, updated_at)
      VALUES (${storeId}, ${url}, ${format}, ${schedule}, ${JSON.stringify(columns)}::jsonb, ${due}, ${at}, ${at})
      ON CONFLICT (store_id) DO UPDATE SET url = EXCLUDED.url, format = EXCLUDED.format, schedule = EXCLUDED.schedule, columns = EXCLUDED.columns,
        next_run_at = EXCLUDED.next_run_at, updated_at = EXCLUDED.updated_at, failures = 0,
        etag = CASE WHEN (f.url, f.format, f.columns) = (EXCLUDED.url, EXCLUDED.format, EXCLUDED.columns) THEN f.etag END,
        last_modified = CASE WHEN (f.url, f.format, f.columns) = (EXCLUDED.url, EXCLUDED.format, EXCLUDED.columns) THEN f.last_modified END
      RETURNING ${COLUMNS}`);
    // The path of a feed's URL is often a secret; its host is not.
    const details = { host: new URL(url).host, format, schedule };
    await writeAudit(tx, {
      ...actedBy(actor, details),
      action: 'product_feed.saved',
      subjectKind: 'store',
      subjectId: storeId,
    });
    return feedOf(rows[0]!);
  });
}

/**
 * Removes the feed of a store. Its products are no longer found; a run marks them as gone.
 * @throws NotFound when the store has no feed; Conflict `run_in_progress`
 */
export async function deleteFeed({ db, actor, now }: Context, storeId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ format: FeedFormat }>(
      sql`DELETE FROM product_feeds WHERE store_id = ${storeId} RETURNING format`,
    );
    if (rows[0] === undefined) throw new NotFound('product feed');
    await addRun(tx, { storeId, source: 'removal', format: rows[0].format, requestedBy: actor.userId, now: now() });
    await writeAudit(tx, {
      ...actedBy(actor),
      action: 'product_feed.deleted',
      subjectKind: 'store',
      subjectId: storeId,
    });
  });
}

function checkUrl(outbound: Outbound, url: string): void {
  try {
    outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new InvalidInput({
      url: [
        error.code === 'address_not_allowed'
          ? 'must lead to a public address'
          : 'must be an http or https URL of at most 2048 characters, without a user name or a password',
      ],
    });
  }
}
