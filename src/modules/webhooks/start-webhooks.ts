import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { isUnavailable } from '../../platform/database/errors.ts';
import { startJobs } from '../../platform/jobs/run-jobs.ts';
import { publishReachedLimits } from '../campaigns/index.ts';
import { type ClickAudience, publishClicks } from '../clicks/index.ts';
import { createDeliverer, type DeliveryDeps } from './deliver-job.ts';
import { askForDueDeliveries, dispatchEvents, receives } from './dispatch-events.ts';

const DISPATCH_MS = 500;
const RETRY_MS = 5_000;
const SUM_MS = 60_000;
/**
 * Number of webhooks to which deliveries are sent at the same time. These jobs have workers of their own, because slow receivers
 * must not delay other jobs.
 */
const AT_ONCE = 4;
/** "whsu" in ASCII: one process sums at a time. */
const LOCK = 0x77687375;

export interface WebhookSenderDeps extends DeliveryDeps, Pick<Context, 'log'> {
  databaseUrl: string;
}

/** Dispatches events and sends deliveries, as long as the process runs. All processes share the work. */
export function startWebhooks(deps: WebhookSenderDeps): { stop(): Promise<void> } {
  const jobs = startJobs({
    databaseUrl: deps.databaseUrl,
    handlers: [createDeliverer(deps)],
    log: deps.log,
    atOnce: AT_ONCE,
  });
  const loops = [
    repeat(deps, DISPATCH_MS, 'events could not be dispatched', () => dispatchEvents(deps)),
    repeat(deps, RETRY_MS, 'webhook retries could not be started', () => askForDueDeliveries(deps)),
    repeat(deps, SUM_MS, 'clicks and limits could not be reported', () => publishSums(deps)),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await jobs.stop();
    },
  };
}

/** Publishes what is read from counters after the fact: sums of clicks, and limits that were reached. In one process at a time. */
export async function publishSums({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ ours: boolean }>(sql`SELECT pg_try_advisory_xact_lock(${LOCK}) AS ours`);
    if (!rows[0]!.ours) return;
    await publishReachedLimits(tx, { now: now() });
    await publishClicks(tx, { now: now(), audience: await clickAudience(tx) });
  });
}

/** The owners of webhooks that subscribe to clicks. */
async function clickAudience(tx: Database): Promise<ClickAudience> {
  const { rows } = await tx.execute<{ store_id: number | null; agency_id: number | null; user_id: number | null }>(sql`
    SELECT DISTINCT w.store_id, w.agency_id, w.user_id FROM webhooks w
    WHERE ${receives} AND w.kind = 'webhook' AND w.events && ARRAY['*', 'click.*', 'click.recorded']`);
  const ids = (key: 'store_id' | 'agency_id' | 'user_id') => rows.map((row) => row[key]).filter((id) => id !== null);
  const [storeIds, agencyIds, userIds] = [ids('store_id'), ids('agency_id'), ids('user_id')];
  return { storeIds, agencyIds, userIds, platform: rows.length > storeIds.length + agencyIds.length + userIds.length };
}

/** Calls `work` again and again, with a pause after each call. What fails is logged and tried again. */
function repeat(
  { log }: Pick<Context, 'log'>,
  pauseMs: number,
  failure: string,
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    await work().catch((err) => log[isUnavailable(err) ? 'debug' : 'warn']({ err }, failure));
    schedule();
  };
  const schedule = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = round();
    }, pauseMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
