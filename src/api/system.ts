import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Type } from 'typebox';
import type { Clicks } from '../modules/clicks/index.ts';
import type { LiveIndex } from '../modules/links/index.ts';
import { adminOnly } from '../platform/auth/policy.ts';
import { readDatabaseFacts } from '../platform/database/read-facts.ts';
import { dateTime, nameSchemas, nullable, oneOf, whole } from '../platform/http/fields.ts';
import { operation } from '../platform/http/operation.ts';
import { countJobs, listTroubledJobs } from '../platform/jobs/look-at-jobs.ts';
import { readProcessFigures } from '../platform/metrics.ts';
import { VERSION } from '../platform/version.ts';

/** The state of the system, as the API returns it. */
export interface SystemDeps {
  pool: pg.Pool;
  live: LiveIndex;
  /** The click log of this process; absent if it has none. */
  clicks: Clicks | undefined;
  timeZone: string;
  /** Whether the application is that of a sandbox, whose administrator is anybody: the process and the server of the database are not theirs. */
  isSandbox: boolean;
}

const count = (description?: string) => whole({ min: 0, ...(description === undefined ? {} : { description }) });
const MAX_JOBS = 50;

const SystemRecord = Type.Object({
  now: dateTime(),
  version: Type.String({ description: 'The version of Tributary.', examples: ['0.1.0'] }),
  time_zone: Type.String({ description: 'The time zone of days and months.' }),
  process: nullable(
    Type.Object(
      {
        node: Type.String(),
        started_at: dateTime(),
        memory_bytes: count(),
        requests: count('Since it was started.'),
        failed_requests: count('Of these, those answered with 500 or above.'),
        average_ms: Type.Number({ minimum: 0, description: 'Of one request.' }),
        lag_ms: Type.Number({ minimum: 0, description: 'Delay of the event loop, 99th percentile.' }),
      },
      { description: 'The process that replies; other processes have their own figures. Null in a sandbox.' },
    ),
  ),
  database: Type.Object({
    version: nullable(Type.String({ description: 'Null in a sandbox.' })),
    answers_in_ms: Type.Number({ minimum: 0 }),
    size_bytes: count(),
    connections: count(),
    most_connections: count(),
    migrations: count('How many have been applied.'),
  }),
  click_log: nullable(
    Type.Object(
      {
        journaled: count('Clicks that this process has made durable in its journal.'),
        recorded: count('Of these, the number recorded in the database.'),
        batches: count('Number of batches.'),
        waiting: count('Clicks in the journal that are not counted yet.'),
        lag_ms: Type.Number({
          minimum: 0,
          description: 'Time until the latest clicks were counted, 95th percentile. More than 250 is too long.',
        }),
        adopted: count('Clicks taken from journals of processes that ended.'),
        direct: count(
          'Clicks that were recorded in the database before the redirect, because the journal could not store them.',
        ),
        refused: count('Clicks that could not be stored.'),
        database_unavailable: Type.Boolean(),
      },
      { description: 'Figures of this process; null: it records no clicks.' },
    ),
  ),
  url_index: Type.Object({ stores: count('The stores in the URL index of this process.') }),
  jobs: Type.Object({
    waiting: count('Queued or running jobs of all processes.'),
    failed: count('Failed jobs that are not retried automatically.'),
    troubled: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        state: oneOf(['failed', 'trying']),
        attempts: count(),
        most_attempts: count(),
        next_at: dateTime({ description: 'When it is retried; for a failed job, when it would have been.' }),
        last_error: Type.String(),
      }),
      { description: `Those that failed at least once, the latest ${MAX_JOBS}.` },
    ),
  }),
});

/**
 * Reads the state of the system for administrators: the contents of /metrics and /v2/health, and data of the database, in one
 * reply.
 */
export function mountSystem(app: FastifyInstance, { pool, live, clicks, timeZone, isSandbox }: SystemDeps): void {
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
      version: VERSION,
      time_zone: timeZone,
      process: isSandbox ? null : await processRecord(app),
      database: { ...(await databaseRecord(pool)), ...(isSandbox ? { version: null } : {}) },
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

async function databaseRecord(pool: pg.Pool) {
  const facts = await readDatabaseFacts(pool);
  return {
    version: facts.version,
    answers_in_ms: rounded(facts.answersInMs),
    size_bytes: facts.sizeBytes,
    connections: facts.connections,
    most_connections: facts.maxConnections,
    migrations: facts.migrations,
  };
}

function clickRecord({ figures, waiting }: Clicks) {
  const { databaseUnavailable, journaled, recorded, batches, adopted, direct, refused, lag } = figures;
  const counted = { journaled, recorded, batches, adopted, direct, refused };
  return { ...counted, waiting: waiting(), lag_ms: rounded(lag.p95()), database_unavailable: databaseUnavailable };
}

async function jobsRecord(pool: pg.Pool) {
  const { waiting, givenUp } = await countJobs(pool);
  const troubled = await listTroubledJobs(pool, MAX_JOBS);
  return {
    waiting,
    failed: givenUp,
    troubled: troubled.map((job) => ({
      id: job.id,
      kind: job.kind,
      state: job.state,
      attempts: job.attempts,
      most_attempts: job.maxAttempts,
      next_at: job.nextAt.toISOString(),
      last_error: job.lastError,
    })),
  };
}

nameSchemas({ System: SystemRecord });
