import type pg from 'pg';
import { runMaintenance } from '../maintenance.ts';
import { prepareClickLog } from '../modules/clicks/index.ts';
import { checkLinks } from '../modules/links/index.ts';
import { requestDueBroadcasts, requestTriggers } from '../modules/messages/index.ts';
import { approveDueOrders, attributePending, remindOfClaims, settleRateSteps } from '../modules/orders/index.ts';
import { closeAllPeriods } from '../modules/payments/index.ts';
import { warnNearLimit } from '../modules/stores/index.ts';
import { askForDueDeliveries, dispatchEvents, publishSums } from '../modules/webhooks/index.ts';
import type { JobHandler } from '../platform/jobs/handler.ts';
import { handlersOf } from './handlers.ts';
import type { Inside } from './inside.ts';
import { findDueItem, playItem, playVisits } from './play-traffic.ts';
import { findDueJob, runJob } from './run-due-jobs.ts';

/** Time advances in rounds that end at noon and midnight (UTC), independent of how far each request advances the clock. */
const ROUND_MS = 12 * 3_600_000;
/** "sbxc" in ASCII: one process moves the clock of a sandbox. */
const LOCK = 0x73627863;
/** Day of the month on which the previous month is closed, as administrators do when late orders have arrived. */
const CLOSING_DAY = 3;

/**
 * Runs `work` in one process at a time.
 * @returns false when another process is running it
 */
export async function withExclusiveLock(pool: pg.Pool, work: () => Promise<void>): Promise<boolean> {
  const holder = await pool.connect();
  try {
    const { rows } = await holder.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
    if (!rows[0]!.ours) return false;
    await work();
    return true;
  } finally {
    // The end of the session releases the lock in any case.
    holder.release(true);
  }
}

/**
 * Advances the clock to an instant, round by round. Each round can be repeated: after a kill, the next process begins the
 * interrupted round again.
 * @param to the initial target
 * @param onProgress called after each round; returns the current target, or null to stop
 */
export async function advance(
  inside: Inside,
  to: Date,
  onProgress: (clock: Date) => Promise<Date | null>,
  signal: AbortSignal,
): Promise<void> {
  const handlers = handlersOf(inside);
  let done = await inside.readDone();
  // A killed process may have stored the round in the sandbox, but not its progress.
  let target: Date | null = done >= to ? await onProgress(done) : to;
  while (target !== null && !signal.aborted) {
    const roundEnd = (Math.floor(done.getTime() / ROUND_MS) + 1) * ROUND_MS;
    const next = new Date(Math.min(roundEnd, target.getTime()));
    await passTime(inside, handlers, next, signal);
    await inside.noteDone(next);
    done = next;
    target = await onProgress(done);
  }
}

/** Executes one round, or its part until the instant at which the clock stops. */
async function passTime(
  inside: Inside,
  handlers: readonly JobHandler[],
  until: Date,
  signal: AbortSignal,
): Promise<void> {
  const isRound = until.getTime() % ROUND_MS === 0;
  if (isRound) await playVisits(inside, until);
  await happenInOrder(inside, handlers, until);
  await inside.setClock(until);
  if (isRound) await runPeriodicWork(inside, until, signal);
  await settle(inside, handlers);
}

/** Executes everything that has an instant of its own, in order. An executed item may add further ones. */
async function happenInOrder(inside: Inside, handlers: readonly JobHandler[], until: Date): Promise<void> {
  for (;;) {
    const [item, job] = [await findDueItem(inside.pool, until), await findDueJob(inside.pool, until)];
    if (item === null && job === null) return;
    const at = item !== null && (job === null || item.at <= job.runAt) ? item.at : job!.runAt;
    if (at > inside.now()) await inside.setClock(at);
    if (at === item?.at) await playItem(inside, item);
    else await runJob(inside, handlers, job!);
  }
}

/** Executes the periodic work of production: that of each minute, hour and month. */
async function runPeriodicWork(inside: Inside, at: Date, signal: AbortSignal): Promise<void> {
  const { db, pool, calendar, now, log, config, storage, paymentProvider } = inside;
  const ctx = { db, now, publicUrl: config.publicUrl };
  const today = calendar.dayOf(at.getTime());
  await attributePending(ctx);
  await approveDueOrders(ctx);
  await settleRateSteps(ctx);
  await remindOfClaims(ctx);
  await warnNearLimit(ctx);
  await requestDueBroadcasts(ctx);
  await requestTriggers(ctx);
  if (today !== calendar.dayOf(at.getTime() - ROUND_MS)) {
    await prepareClickLog(pool, calendar, at);
    const { clickRetentionMonths, timeZone, publicUrl, dataDir, dunningDays = [] } = config;
    const settings = { clickRetentionMonths, timeZone, publicUrl, dataDir, dunningDays, sweepsFiles: false };
    await runMaintenance({ database: { db, pool }, config: settings, storage, paymentProvider, now, log }, signal);
    if (Number(today.slice(8)) >= CLOSING_DAY) {
      const closing = { db: inside.withoutStatementTimeout, now, actorId: null };
      await closeAllPeriods(closing, { calendar, company: config.company });
    }
  }
  await publishSums(ctx);
}

/** Checks links after a change of URL rules, dispatches events and runs the due jobs at the instant of the clock, until none is left. */
export async function settle(inside: Inside, handlers: readonly JobHandler[] = handlersOf(inside)): Promise<void> {
  const ctx = { db: inside.db, now: inside.now };
  await checkLinks(ctx);
  do {
    while ((await dispatchEvents(ctx)) !== 0);
    await askForDueDeliveries(ctx);
    await happenInOrder(inside, handlers, inside.now());
  } while (await hasWaitingEvents(inside.pool));
}

async function hasWaitingEvents(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ waits: boolean }>(
    'SELECT EXISTS (SELECT FROM event_outbox WHERE dispatched_at IS NULL) AS waits',
  );
  return rows[0]!.waits;
}
