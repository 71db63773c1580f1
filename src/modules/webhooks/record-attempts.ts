import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { mailPaused } from './mail-paused.ts';
import { MAX_DELIVERY_MS, nextAttemptAt, nextProbeAt } from './retry-schedule.ts';
import type { Attempt } from './send-delivery.ts';
import type { PauseReason } from './webhook.ts';

/**
 * Writes attempts to the log and decides the consequences: the delivery is done, retried later, or given up; the receiver is
 * healthy, failing, or paused. The owner of a paused receiver is notified by mail.
 */
export async function recordAttempts(
  ctx: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  webhookId: number,
  attempts: readonly Attempt[],
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // The lock makes concurrent senders of one webhook count one after the other.
    const { rows } = await tx.execute<{ failures: number; status: string; last_success_at: string | null }>(
      sql`SELECT failures, status, last_success_at FROM webhooks WHERE id = ${webhookId} FOR NO KEY UPDATE`,
    );
    const webhook = rows[0];
    // Erased with its owner meanwhile.
    if (webhook === undefined) return;
    await writeAttempts(tx, attempts);
    const outcome = healthAfter(webhook, attempts, ctx.now());
    await writeHealth(tx, webhookId, outcome);
    if (outcome.pause === null || webhook.status === 'paused') return;
    await pause(tx, webhookId, outcome.pause, ctx.now());
    await mailPaused({ ...ctx, db: tx }, webhookId, outcome.pause);
  });
}

const untilOf = ({ delivery }: Attempt) => new Date(delivery.requestedAt.getTime() + MAX_DELIVERY_MS);
const isGivenUp = (attempt: Attempt) => !attempt.isDelivered && attempt.at >= untilOf(attempt);

async function writeAttempts(tx: Database, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    delivery_id: attempt.delivery.id,
    at: attempt.at.toISOString(),
    method: attempt.method,
    url: attempt.url,
    request_body: attempt.requestBody,
    duration_ms: attempt.durationMs,
    reply_status: attempt.replyStatus,
    reply_excerpt: attempt.replyExcerpt,
    error: attempt.error,
    status: attempt.isDelivered ? 'delivered' : isGivenUp(attempt) ? 'failed' : 'pending',
    next_attempt_at: nextAttemptAt(attempt.at, {
      attempts: attempt.delivery.attempts + 1,
      until: untilOf(attempt),
      retryAfterMs: attempt.retryAfterMs,
      chance: Math.random(),
    }).toISOString(),
  }));
  await tx.execute(sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g (delivery_id bigint, at timestamptz, method text, url text, request_body text,
        duration_ms int, reply_status smallint, reply_excerpt text, error text, status text, next_attempt_at timestamptz)
    ), logged AS (
      INSERT INTO webhook_attempts (delivery_id, at, method, url, request_body, duration_ms, reply_status, reply_excerpt, error)
      SELECT g.delivery_id, g.at, g.method, g.url, g.request_body, g.duration_ms, g.reply_status, g.reply_excerpt, g.error
      FROM given g JOIN webhook_deliveries d ON d.id = g.delivery_id ORDER BY g.at, g.delivery_id
    )
    UPDATE webhook_deliveries d SET status = g.status, claimed_until = NULL, next_attempt_at = g.next_attempt_at,
      delivered_at = CASE WHEN g.status = 'delivered' THEN g.at ELSE d.delivered_at END
    FROM given g WHERE d.id = g.delivery_id AND d.status = 'pending'`);
}

interface Health {
  failures: number;
  hasSucceeded: boolean;
  at: Date;
  firstFailureAt: Date | null;
  retryAt: Date | null;
  pause: Exclude<PauseReason, 'owner' | 'key_ended'> | null;
}

function healthAfter(
  { failures, last_success_at }: { failures: number; last_success_at: string | null },
  attempts: readonly Attempt[],
  at: Date,
): Health {
  const hasSucceeded = attempts.some(({ isDelivered }) => isDelivered);
  // What was sent at once failed once.
  const count = hasSucceeded ? 0 : failures + 1;
  const lastSuccess = last_success_at === null ? 0 : Date.parse(last_success_at);
  // If a receiver never accepts one event, that event is given up. If it has accepted nothing else for the same time, it is paused.
  const isFailing =
    !hasSucceeded &&
    attempts.some((attempt) => isGivenUp(attempt) && lastSuccess < attempt.delivery.requestedAt.getTime());
  const isGone = attempts.some((attempt) => attempt.isGone);
  const starts = attempts.map((attempt) => attempt.at.getTime());
  return {
    failures: count,
    hasSucceeded,
    at,
    firstFailureAt: hasSucceeded ? null : new Date(Math.min(...starts)),
    retryAt: nextProbeAt(at, count),
    pause: isGone ? 'gone' : isFailing ? 'failing' : null,
  };
}

async function writeHealth(tx: Database, webhookId: number, health: Health): Promise<void> {
  await tx.execute(sql`
    UPDATE webhooks SET failures = ${health.failures}, retry_at = ${health.retryAt?.toISOString() ?? null},
      failing_since = ${health.hasSucceeded ? sql`NULL` : sql`coalesce(failing_since, ${health.firstFailureAt?.toISOString() ?? null}::timestamptz)`},
      last_success_at = ${health.hasSucceeded ? sql`${health.at.toISOString()}::timestamptz` : sql`last_success_at`}
    WHERE id = ${webhookId}`);
}

async function pause(tx: Database, webhookId: number, reason: PauseReason, at: Date): Promise<void> {
  const now = at.toISOString();
  await tx.execute(sql`
    UPDATE webhooks SET status = 'paused', paused_at = ${now}, pause_reason = ${reason}, retry_at = NULL, updated_at = ${now} WHERE id = ${webhookId}`);
}
