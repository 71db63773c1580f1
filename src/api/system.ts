import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Type } from 'typebox';
import type { Clicks } from '../modules/clicks/index.ts';
import type { LiveIndex } from '../modules/links/index.ts';
import { adminOnly } from '../platform/auth/policy.ts';
import { readDatabaseFacts } from '../platform/database/read-facts.ts';
import { dateTime, nullable, oneOf, whole } from '../platform/http/fields.ts';
import { operation } from '../platform/http/operation.ts';
import { countJobs, listTroubledJobs } from '../platform/jobs/look-at-jobs.ts';
import { readProcessFigures } from '../platform/metrics.ts';

/** The state of the system, as the API returns it. */
export interface SystemDeps {
  pool: pg.Pool;
  live: LiveIndex;
  /** The click log of this process; without it there is none. */
  clicks: Clicks | undefined;
  timeZone: string;
}

const count = (description?: string) => whole({ min: 0, ...(description === undefined ? {} : { description }) });
const MAX_JOBS = 50;

const SystemRecord = Type.Object({
  now: dateTime(),
  time_zone: Type.String({ description: 'The time zone of days and months.' }),
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
        journaled: count('Clicks that this process has made durable in its journal.'),
        recorded: count('Of these, those that the database has taken.'),
        batches: count('Number of batches.'),
        waiting: count('Clicks in the journal that are not counted yet.'),
        lag_ms: Type.Number({
          minimum: 0,
          description: 'How long clicks wait there; 95 in 100 of the latest less. More than 250 is too long.',
        }),
        adopted: count('Clicks taken from journals of processes that ended.'),
        direct: count('Clicks that went to the database first, because the journal did not take them.'),
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
      { description: `Those that failed at least once, the latest ${MAX_JOBS}.` },
    ),
  }),
});

/**
 * Reads the state of the system for administrators: the contents of /metrics and /v2/health, and data of the database, in one
 * reply.
 */
export function mountSystem(app: FastifyInstance, { pool, live, clicks, timeZone }: SystemDeps): void {
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
  const { databaseAway, journaled, recorded, batches, adopted, direct, refused, lag } = figures;
  const counted = { journaled, recorded, batches, adopted, direct, refused };
  return { ...counted, waiting: waiting(), lag_ms: rounded(lag.p95()), database_away: databaseAway };
}

async function jobsRecord(pool: pg.Pool) {
  const { waiting, givenUp } = await countJobs(pool);
  const troubled = await listTroubledJobs(pool, MAX_JOBS);
  return {
    waiting,
    failed: givenUp,
    troubled: troubled.map((job) => ({
      ...{ id: job.id, kind: job.kind, state: job.state, attempts: job.attempts, most_attempts: job.maxAttempts },
      ...{ next_at: job.nextAt.toISOString(), last_error: job.lastError },
    })),
  };
}
