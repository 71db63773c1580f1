import { type SQL, sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { Conflict } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { ItemError } from '../parse/parse-product.ts';
import type { FeedFailure, FeedFormat } from '../parse/raw-item.ts';

export const RUN_SOURCES = ['schedule', 'request', 'upload', 'removal'] as const;
export const RUN_STATES = ['waiting', 'running', 'done', 'unchanged', 'failed'] as const;

/** One reading of a feed. */
export interface FeedRun {
  id: number;
  source: (typeof RUN_SOURCES)[number];
  format: FeedFormat;
  state: (typeof RUN_STATES)[number];
  items: number;
  created: number;
  changed: number;
  unchanged: number;
  gone: number;
  refused: number;
  /** The first 100 errors. */
  errors: readonly ItemError[];
  failure: { code: FeedFailure; message: string } | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

type RunRow = Omit<FeedRun, 'failure' | 'createdAt' | 'startedAt' | 'finishedAt'> & {
  errors: ItemError[];
  failure_code: FeedFailure | null;
  failure_message: string | null;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
};

const COLUMNS: SQL = sql`r.id, r.source, r.format, r.state, r.items, r.created, r.changed, r.unchanged, r.gone, r.refused, r.errors,
  r.failure_code, r.failure_message, r.created_at, r.started_at, r.finished_at`;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function runOf({
  failure_code: code,
  failure_message: message,
  created_at,
  started_at,
  finished_at,
  ...run
}: RunRow): FeedRun {
  return {
    ...run,
    failure: code === null ? null : { code, message: message ?? '' },
    createdAt: new Date(created_at),
    startedAt: dateOf(started_at),
    finishedAt: dateOf(finished_at),
  };
}

export interface NewRun {
  storeId: number;
  source: FeedRun['source'];
  format: FeedFormat;
  /** The uploaded file. */
  content?: Buffer;
  requestedBy: number;
  now: Date;
}

/** @throws Conflict `run_in_progress` while another run of the store waits or is under way */
export async function addRun(
  db: Database,
  { storeId, source, format, content, requestedBy, now }: NewRun,
): Promise<FeedRun> {
  const { rows } = await db.execute<RunRow>(sql`
    INSERT INTO product_feed_runs AS r (store_id, source, format, content, requested_by, created_at)
    VALUES (${storeId}, ${source}, ${format}, ${content ?? null}, ${userOf(requestedBy)}, ${now.toISOString()})
    ON CONFLICT (store_id) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING ${COLUMNS}`);
  if (rows[0] === undefined)
    throw new Conflict('run_in_progress', 'A run of this feed is waiting or in progress. Wait until it has ended.');
  return runOf(rows[0]);
}

/** The runs of a store, newest first. */
export async function listRuns(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  page: PageRequest,
): Promise<Page<FeedRun>> {
  const { items, total } = await readPage<RunRow>(
    db,
    { columns: COLUMNS, from: sql`product_feed_runs r WHERE r.store_id = ${storeId}`, order: sql`r.id DESC` },
    page,
  );
  return { items: items.map(runOf), total };
}
