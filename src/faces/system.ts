import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Type } from 'typebox';
import type { Clicks } from '../domains/clicks/index.ts';
import type { LiveIndex } from '../domains/links/index.ts';
import { adminOnly } from '../platform/auth/policy.ts';
import { dateTime, nullable, oneOf, whole } from '../platform/http/fields.ts';
import { operation } from '../platform/http/operation.ts';
import { readProcessFigures } from '../platform/metrics.ts';

/** What the system tells of itself. */
export interface SystemParts {
  pool: pg.Pool;
  live: LiveIndex;
  /** The click log of this process; without it there is none. */
  clicks: Clicks | undefined;
  timeZone: string;
}

const count = (description?: string) => whole({ min: 0, ...(description === undefined ? {} : { description }) });
const MOST_JOBS = 50;

const SystemRecord = Type.Object({
  now: dateTime(),
  time_zone: Type.String({ description: 'In which days and months are counted.' }),
  process: Type.Object(
    {
      node: Type.String(),
      started_at: dateTime(),
      memory_bytes: count(),
      requests: count('Since it was started.'),
      failed_requests: count('Of these, those answered with 500 or above.'),
      average_ms: Type.Number({ minimum: 0, description: 'Of one request.' }),
      lag_ms: Type.Number({ minimum: 0, description: 'How long it is kept from what is next; 99 in 100 times less.' }),
    },
    { description: 'The process that has answered; others have their own.' },
  ),
  database: Type.Object({
    version: Type.String(),
    answers_in_ms: Type.Number({ minimum: 0 }),
    size_bytes: count(),
    connections: count(),
    most_connections: count(),
    migrations: count('How many have been applied.'),
  }),
  click_log: nullable(
    Type.Object(
      {
        recorded: count('Clicks that this process has committed.'),
        batches: count('In which they were.'),
        waiting: count('Clicks that wait for their batch.'),
        spooled: count('Clicks made durable on disk while the database was away.'),
        replayed: count('Of these, those that the database has taken since.'),
        refused: count('Clicks that could be made durable nowhere.'),
        database_away: Type.Boolean(),
      },
      { description: 'Of this process; null: it takes no clicks.' },
    ),
  ),
  url_index: Type.Object({ stores: count('Whose addresses this process knows.') }),
  jobs: Type.Object({
    waiting: count('To be done now or later, or under way, in all processes.'),
    failed: count('Not tried again by themselves.'),
    troubled: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        state: oneOf(['failed', 'trying']),
        attempts: count(),
        most_attempts: count(),
        next_at: dateTime({ description: 'When it is tried next; of one that failed: when it would have been.' }),
        last_error: Type.String(),
      }),
      { description: `Those that failed at least once, the latest ${MOST_JOBS}.` },
    ),
  }),
});

/** How the system is, for administrators: what /metrics and /v2/health say, and what the database knows, in one answer. */
export function systemFace(app: FastifyInstance, { pool, live, clicks, timeZone }: SystemParts): void {
  operation(app, {
    method: 'GET',
    url: '/v2/admin/system',
    operationId: 'adminGetSystem',
    summary: 'How the system is',
    tags: ['Platform'],
    addition: true,
    policy: adminOnly,
    replies: { 200: SystemRecord },
    handle: async ({ ctx }) => ({
      now: ctx.now().toISOString(),
      time_zone: timeZone,
      process: await processRecord(app),
      database: await databaseRecord(pool),
      click_log: clicks === undefined ? null : clickRecord(clicks),
      url_index: { stores: live.index.size },
      jobs: await jobsRecord(pool),
    }),
  });
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

async function processRecord(app: FastifyInstance) {
  const { requests, failedRequests, averageMs, lagMs, memoryBytes } = await readProcessFigures(app);
  return {
    node: process.version,
    started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
    memory_bytes: memoryBytes,
    requests,
    failed_requests: failedRequests,
    average_ms: rounded(averageMs),
    lag_ms: rounded(lagMs),
  };
}

interface DatabaseRow {
  version: string;
  size_bytes: string;
  connections: number;
  most_connections: number;
  migrations: number;
}

async function databaseRecord(pool: pg.Pool) {
  const began = performance.now();
  await pool.query('SELECT 1');
  const answersInMs = rounded(performance.now() - began);
  const { rows } = await pool.query<DatabaseRow>(`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::text AS size_bytes,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS most_connections, (SELECT count(*)::int FROM schema_migrations) AS migrations`);
  const { size_bytes: size, ...row } = rows[0]!;
  return { ...row, size_bytes: Number(size), answers_in_ms: answersInMs };
}

function clickRecord({ figures }: Clicks) {
  const { databaseAway, recorded, batches, waiting, spooled, replayed, refused } = figures;
  return { recorded, batches, waiting, spooled, replayed, refused, database_away: databaseAway };
}

interface JobRow {
  id: string;
  kind: string;
  state: 'failed' | 'trying';
  attempts: number;
  most_attempts: number;
  next_at: Date;
  last_error: string;
}

async function jobsRecord(pool: pg.Pool) {
  const isOver = 'locked_at IS NULL AND attempts >= max_attempts';
  const counts = await pool.query<{ waiting: number; failed: number }>(`
    SELECT count(*) FILTER (WHERE NOT (${isOver}))::int AS waiting, count(*) FILTER (WHERE ${isOver})::int AS failed
    FROM graphile_worker.jobs`);
  const { rows } = await pool.query<JobRow>(
    `SELECT id::text, task_identifier AS kind, CASE WHEN ${isOver} THEN 'failed' ELSE 'trying' END AS state, attempts::int,
       max_attempts::int AS most_attempts, run_at AS next_at, last_error
     FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY id DESC LIMIT $1`,
    [MOST_JOBS],
  );
  const troubled = rows.map(({ next_at: at, ...job }) => ({ ...job, next_at: new Date(at).toISOString() }));
  return { ...counts.rows[0]!, troubled };
}
