import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, enqueueAll, jobKind } from '../../../platform/jobs/job.ts';
import { lockNamed } from '../broadcasts/audience.ts';
import { deliver } from '../broadcasts/deliver.ts';
import { readSender } from '../sender.ts';

/** Sends the waiting messages of a trigger. */
const sendTrigger = jobKind<{ triggerId: number }>('send_trigger');

/** The messages that one run sends. */
const MAX_AT_ONCE = 1_000;
/** How long after an occasion its message is still sent, if the service was down meanwhile. */
const FOUND_FOR_DAYS = 2;

/** The condition of a trigger `t` for a campaign `o`. */
const FOR_CAMPAIGN = sql`t.store_id = o.store_id AND (t.campaign_id IS NULL OR t.campaign_id = o.id) AND t.is_on`;
const ACCEPTED = sql`a.type = 'STATUS_CHANGE' AND a.new_status = 'accepted'`;

/**
 * Queries of `(trigger_id, participant_id)` for what happened in the last days and after the trigger was turned on. Each begins with an index of what
 * happened lately, of all stores together, and joins the triggers to it.
 */
function occasions(at: Date): SQL[] {
  const now = sql`${at.toISOString()}::timestamptz`;
  const since = sql`${now} - make_interval(days => ${FOUND_FOR_DAYS})`;
  const participants = sql`JOIN participants p ON p.id = a.participant_id JOIN campaigns o ON o.id = p.campaign_id`;
  const joined = sql`
    SELECT t.id AS trigger_id, p.id AS participant_id FROM activities a ${participants} JOIN message_triggers t ON t.occasion = 'joined' AND ${FOR_CAMPAIGN}
    WHERE ${ACCEPTED} AND a.created_at > ${since} AND a.created_at <= ${now} AND a.created_at > t.on_since AND takes_part(p.status)`;
  const noClicks = sql`
    SELECT t.id AS trigger_id, p.id AS participant_id
    FROM (SELECT DISTINCT x.days FROM message_triggers x WHERE x.occasion = 'no_clicks' AND x.is_on) d
    CROSS JOIN LATERAL (SELECT a.participant_id, a.created_at FROM activities a WHERE ${ACCEPTED}
      AND a.created_at > ${since} - make_interval(days => d.days) AND a.created_at <= ${now} - make_interval(days => d.days)) a
    ${participants} JOIN message_triggers t ON t.occasion = 'no_clicks' AND t.days = d.days AND ${FOR_CAMPAIGN}
    WHERE a.created_at + make_interval(days => d.days) > t.on_since AND takes_part(p.status) AND p.status <> 'done' AND NOT EXISTS (
      SELECT FROM link_days l WHERE l.user_id = p.user_id AND l.day >= a.created_at::date - 1 AND l.campaign_id = p.campaign_id AND l.clicks > 0)`;
  const firstOrder = sql`
    SELECT t.id AS trigger_id, p.id AS participant_id FROM orders s JOIN campaigns o ON o.id = s.campaign_id
    JOIN participants p ON p.campaign_id = s.campaign_id AND p.user_id = s.user_id JOIN message_triggers t ON t.occasion = 'first_order' AND ${FOR_CAMPAIGN}
    WHERE s.day BETWEEN (${since})::date - 1 AND ${now}::date + 1 AND s.counts AND s.event_kind_id IS NULL AND s.order_at > t.on_since
      AND takes_part(p.status) AND NOT EXISTS (
        SELECT FROM orders e WHERE e.user_id = s.user_id AND e.day <= s.day AND e.campaign_id = s.campaign_id AND e.event_kind_id IS NULL AND e.counts
          AND (e.order_at, e.id) < (s.order_at, s.id))`;
  const tierReached = sql`
    SELECT DISTINCT t.id AS trigger_id, p.id AS participant_id FROM message_triggers t JOIN campaigns o ON t.occasion = 'tier_reached' AND ${FOR_CAMPAIGN}
    JOIN bonus_months b ON b.campaign_id = o.id AND NOT b.is_settled AND b.reached_minor > 0
    CROSS JOIN LATERAL bonuses_due(o.id, b.month) r JOIN participants p ON p.campaign_id = o.id AND p.user_id = r.user_id
    WHERE r.reached_at > t.on_since AND takes_part(p.status)`;
  return [joined, noClicks, firstOrder, tierReached];
}

/**
 * Finds the participants whom a trigger concerns and who have not received its message, in one statement, and requests the messages. Several processes may
 * do so at once.
 * @returns the number of triggers with messages to send
 */
export async function requestTriggers({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows: on } = await tx.execute(sql`SELECT FROM message_triggers WHERE is_on LIMIT 1`);
    if (on.length > 0)
      await tx.execute(sql`
        INSERT INTO trigger_messages (trigger_id, participant_id)
        SELECT DISTINCT f.trigger_id, f.participant_id FROM (${sql.join(occasions(now()), sql` UNION ALL `)}) f
        WHERE NOT EXISTS (SELECT FROM trigger_messages m WHERE m.trigger_id = f.trigger_id AND m.participant_id = f.participant_id)
        ORDER BY 1, 2 ON CONFLICT DO NOTHING`);
    const { rows } = await tx.execute<{ trigger_id: number }>(
      sql`SELECT DISTINCT trigger_id FROM trigger_messages WHERE comment_id IS NULL AND left_out IS NULL ORDER BY 1 LIMIT 1000`,
    );
    const jobs = rows.map(({ trigger_id: triggerId }) => ({ triggerId }));
    await enqueueAll(tx, sendTrigger, jobs, { keyOf: ({ triggerId }) => `trigger ${triggerId}` });
    return jobs.length;
  });
}

type SenderDeps = Pick<Context, 'db' | 'now' | 'publicUrl'>;

/** The handler that sends the messages of triggers. A second run finds none. */
export function createTriggerSender(deps: SenderDeps): JobHandler {
  return handler(sendTrigger, ({ triggerId }) => deps.db.transaction((tx) => sendWaiting(tx, deps, triggerId)));
}

type WaitingRow = { store_id: number; author_id: number; is_on: boolean; subject: string; text: string };

async function sendWaiting(tx: Database, deps: SenderDeps, triggerId: number): Promise<void> {
  const { rows } = await tx.execute<WaitingRow>(sql`
    SELECT t.store_id, t.author_id, t.is_on, m.subject, m.text FROM message_triggers t JOIN message_templates m ON m.id = t.template_id
    WHERE t.id = ${triggerId} FOR UPDATE OF t`);
  const trigger = rows[0];
  if (trigger === undefined) return;
  const { store_id: storeId, author_id: authorId, is_on: isOn, subject, text } = trigger;
  const store = isOn ? await readSender(tx, { storeId, authorId }) : null;
  if (store === null) {
    await stop(tx, triggerId);
    return;
  }
  const { rows: waiting } = await tx.execute<{ participant_id: number }>(sql`
    SELECT participant_id FROM trigger_messages WHERE trigger_id = ${triggerId} AND comment_id IS NULL AND left_out IS NULL
    ORDER BY participant_id LIMIT ${MAX_AT_ONCE} FOR UPDATE`);
  if (waiting.length === 0) return;
  const ids = waiting.map(({ participant_id: id }) => id);
  const recipients = await lockNamed(tx, storeId, ids);
  const outcomes = await deliver(tx, deps, { message: { storeId, authorId, subject, text }, store, recipients });
  const done = outcomes.map(({ participantId, commentId, leftOut }) => ({
    participant_id: participantId,
    comment_id: commentId,
    left_out: leftOut,
  }));
  await tx.execute(sql`
    WITH noted AS (
      UPDATE trigger_messages m SET comment_id = r.comment_id, left_out = r.left_out
      FROM jsonb_to_recordset(${JSON.stringify(done)}::jsonb) AS r (participant_id bigint, comment_id bigint, left_out text)
      WHERE m.trigger_id = ${triggerId} AND m.participant_id = r.participant_id RETURNING m.left_out
    )
    UPDATE message_triggers t SET sent = t.sent + (SELECT count(*) FROM noted WHERE left_out IS NULL),
      left_out = t.left_out + (SELECT count(*) FROM noted WHERE left_out IS NOT NULL) WHERE t.id = ${triggerId}`);
  if (waiting.length === MAX_AT_ONCE) await enqueue(tx, sendTrigger, { triggerId }, { key: `trigger ${triggerId}` });
}

/** Turns a trigger off that may not send, and forgets what waits, so that nothing of it is sent when it is turned on again. */
async function stop(tx: Database, triggerId: number): Promise<void> {
  await tx.execute(sql`UPDATE message_triggers SET is_on = false WHERE id = ${triggerId}`);
  await tx.execute(sql`
    DELETE FROM trigger_messages WHERE trigger_id = ${triggerId} AND comment_id IS NULL AND left_out IS NULL`);
}
