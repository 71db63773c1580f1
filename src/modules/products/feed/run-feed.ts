import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { normaliseDomain } from '../../stores/urls/index.ts';
import type { FeedRules } from '../parse/parse-product.ts';
import { type FeedColumns, type FeedFailure, type FeedFormat, FeedRefused } from '../parse/raw-item.ts';
import { type FetchedFeed, fetchFeed, type Validators } from './fetch-feed.ts';
import { type MergeCounts, mergeProducts, removeProducts } from './merge-products.ts';
import { notifyCreators } from './notify-creators.ts';
import { NoProducts, type ReadCounts, readProducts } from './read-products.ts';
import type { FeedRun } from './runs.ts';
import { type FeedSchedule, nextRunAt } from './schedule.ts';
import { createStage, dropStage } from './stage-products.ts';

export interface RunDeps extends Pick<Context, 'now' | 'log'> {
  outbound: Outbound;
  /** Aborts when the process stops; the run is then taken up by another process, or after the next start. */
  signal: AbortSignal;
}

/** A run that this process has claimed. */
export interface ClaimedRun {
  id: number;
  storeId: number;
  source: FeedRun['source'];
  format: FeedFormat;
}

const NOTHING_MERGED: MergeCounts = { created: 0, changed: 0, unchanged: 0, gone: 0 };
const NOTHING_READ: ReadCounts = { items: 0, refused: 0, errors: [] };
const NO_VALIDATORS: Validators = { etag: null, lastModified: null };

/**
 * Carries out a claimed run: reads the feed into a table of this connection, and then replaces the products of the store by those
 * of the table and ends the run, in one transaction. Until then, the products of the previous run remain.
 * @param db the connection that holds the store's advisory lock
 * @throws errors that the feed has not caused, such as a lost connection; the run is then claimed again
 */
export async function runFeed(db: Database, deps: RunDeps, run: ClaimedRun): Promise<void> {
  const { now } = deps;
  const feed = await readFeedRow(db, run.storeId);
  try {
    if (run.source === 'removal') {
      await db.transaction(async (tx) => {
        const gone = await removeProducts(tx, { storeId: run.storeId, now: now() });
        await endRun(tx, run, { state: 'done', counts: { ...NOTHING_MERGED, gone }, now: now() });
      });
      return;
    }
    const store = await readStore(db, run.storeId);
    const source = await openSource(db, deps, run, feed);
    if (source === null) {
      await db.transaction(async (tx) => {
        await endRun(tx, run, { state: 'unchanged', now: now() });
        await noteSuccess(tx, { run, feed, now: now() });
      });
      return;
    }
    await createStage(db);
    const rules: FeedRules = { ...store, now: now() };
    const read = await readProducts(db, source.body, {
      format: run.format,
      columns: feed?.columns ?? {},
      rules,
      signal: deps.signal,
    });
    await db.transaction(async (tx) => {
      const at = now();
      const counts = await mergeProducts(tx, { storeId: run.storeId, currency: store.currency, now: at });
      await notifyCreators(tx, { storeId: run.storeId, at });
      await endRun(tx, run, { state: 'done', counts, read, now: at });
      await noteSuccess(tx, { run, feed, now: at, validators: source.validators });
    });
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    await refuseRun(db, deps, run, error);
  } finally {
    await dropStage(db).catch(() => undefined);
  }
}

/** Ends a run as failed, and schedules the next attempt of a scheduled feed. */
export async function refuseRun(
  db: Database,
  { now }: Pick<RunDeps, 'now'>,
  run: ClaimedRun,
  error: FeedRefused,
): Promise<void> {
  await db.transaction(async (tx) => {
    const read = error instanceof NoProducts ? error.read : NOTHING_READ;
    await endRun(tx, run, { state: 'failed', read, failure: { code: error.code, message: error.message }, now: now() });
    const feed = await readFeedRow(tx, run.storeId);
    if (run.source !== 'schedule' || feed === null) return;
    const failures = feed.failures + 1;
    await tx.execute(sql`
      UPDATE product_feeds SET failures = ${failures}, next_run_at = ${nextRunAt(feed.schedule, now(), failures)?.toISOString() ?? null}
      WHERE store_id = ${run.storeId}`);
  });
}

type FeedRow = {
  url: string | null;
  schedule: FeedSchedule;
  columns: FeedColumns;
  failures: number;
  etag: string | null;
  last_modified: string | null;
};

async function readFeedRow(db: Database, storeId: number): Promise<FeedRow | null> {
  const { rows } = await db.execute<FeedRow>(
    sql`SELECT f.url, f.schedule, f.columns, f.failures, f.etag, f.last_modified FROM product_feeds f WHERE f.store_id = ${storeId}`,
  );
  return rows[0] ?? null;
}

/**
 * A store that is not approved yet has no products: otherwise, anybody who registers stores could fill the database.
 * @throws FeedRefused `store_gone`, `store_not_approved`
 */
async function readStore(db: Database, storeId: number): Promise<{ currency: string; domains: string[] }> {
  const { rows } = await db.execute<{ currency: string; approved: boolean; domains: string[] }>(sql`
    SELECT s.currency, s.approval = 'approved' AS approved, ARRAY (SELECT d.host FROM store_domains d WHERE d.store_id = s.id AND d.standing <> 'unproven' ORDER BY d.id) AS domains
    FROM stores s WHERE s.id = ${storeId} AND s.deleted_at IS NULL`);
  const store = rows[0];
  if (store === undefined) throw new FeedRefused('store_gone', 'The store was deleted.');
  if (!store.approved)
    throw new FeedRefused('store_not_approved', 'The store is not approved yet. Run the feed after the approval.');
  const domains = store.domains.map(normaliseDomain).filter((domain) => domain !== null);
  return { currency: store.currency, domains };
}

/** The bytes of the feed: uploaded, or requested. Null: it has not changed. */
async function openSource(db: Database, deps: RunDeps, run: ClaimedRun, feed: FeedRow | null): Promise<FetchedFeed> {
  if (run.source === 'upload') {
    const { rows } = await db.execute<{ content: Buffer | null }>(
      sql`SELECT r.content FROM product_feed_runs r WHERE r.id = ${run.id}`,
    );
    return { body: piecesOf(rows[0]?.content ?? Buffer.alloc(0)), validators: NO_VALIDATORS };
  }
  if (feed === null || feed.url === null) throw new FeedRefused('not_fetched', 'The feed has no URL any more.');
  // A run that a person has requested reads the feed completely.
  const known = run.source === 'schedule' ? { etag: feed.etag, lastModified: feed.last_modified } : NO_VALIDATORS;
  return fetchFeed(deps, feed.url, known);
}

const PIECE = 64 * 1024;

async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += PIECE) yield content.subarray(from, from + PIECE);
}

interface Ending {
  state: 'done' | 'unchanged' | 'failed';
  counts?: MergeCounts;
  read?: ReadCounts;
  failure?: { code: FeedFailure; message: string };
  now: Date;
}

async function endRun(tx: Database, { id }: ClaimedRun, ending: Ending): Promise<void> {
  const { state, counts = NOTHING_MERGED, read = NOTHING_READ, failure, now } = ending;
  await tx.execute(sql`
    UPDATE product_feed_runs SET state = ${state}, content = NULL, items = ${read.items}, refused = ${read.refused},
      errors = ${JSON.stringify(read.errors)}::jsonb, created = ${counts.created}, changed = ${counts.changed},
      unchanged = ${counts.unchanged}, gone = ${counts.gone}, failure_code = ${failure?.code ?? null},
      failure_message = ${failure?.message ?? null}, finished_at = ${now.toISOString()}
    WHERE id = ${id}`);
}

interface Success {
  run: ClaimedRun;
  feed: FeedRow | null;
  now: Date;
  /** The validators of the reply; without a reply, the known ones remain. */
  validators?: Validators;
}

/** Stores the number of products of the feed and the time of its next run. A feed that was changed in the meantime keeps its own time. */
async function noteSuccess(tx: Database, { run, feed, now, validators }: Success): Promise<void> {
  const { storeId, format, source } = run;
  await tx.execute(sql`
    UPDATE product_feeds SET product_count = (SELECT count(*) FROM products p WHERE p.store_id = ${storeId} AND p.gone_at IS NULL)
    WHERE store_id = ${storeId}`);
  // After an upload the products are no longer those of the URL, so the next fetch must be complete.
  if (feed === null || (source !== 'upload' && feed.url === null)) return;
  const next = nextRunAt(feed.schedule, now)?.toISOString() ?? null;
  const { etag = feed.etag, lastModified = feed.last_modified } = validators ?? {};
  await tx.execute(sql`
    UPDATE product_feeds SET etag = ${etag}, last_modified = ${lastModified}, failures = 0,
      next_run_at = CASE WHEN ${source} = 'upload' THEN next_run_at ELSE ${next}::timestamptz END
    WHERE store_id = ${storeId} AND url IS NOT DISTINCT FROM ${feed.url} AND schedule = ${feed.schedule}
      AND (${source} = 'upload' OR format = ${format})`);
}
