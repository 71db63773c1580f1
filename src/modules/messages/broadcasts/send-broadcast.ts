import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, enqueueAll, jobKind } from '../../../platform/jobs/job.ts';
import { readSender } from '../sender.ts';
import { type Audience, countOutside, lockRecipients, type ReachedStatus } from './audience.ts';
import { deliver, type Outcome } from './deliver.ts';

/** Sends the next part of a broadcast that is due. */
export const sendBroadcast = jobKind<{ broadcastId: number }>('send_broadcast');

/** The recipients that one run handles. */
const MAX_AT_ONCE = 1_000;

type SenderDeps = Pick<Context, 'db' | 'now' | 'publicUrl'>;

/** The audience of a broadcast, as it is stored. */
export interface AudienceRow extends Record<string, unknown> {
  audience: 'participants' | 'statuses' | 'list';
  participant_ids: number[] | null;
  statuses: ReachedStatus[] | null;
  list_id: number | null;
}

function audienceOf(row: AudienceRow): Audience {
  if (row.audience === 'participants') return { participantIds: row.participant_ids ?? [] };
  return row.audience === 'statuses' ? { statuses: row.statuses ?? [] } : { listId: row.list_id };
}

/** The handler that sends broadcasts. A second run finds the part that follows the last one that was sent. */
export function createBroadcastSender(deps: SenderDeps): JobHandler {
  return handler(sendBroadcast, ({ broadcastId }) => deps.db.transaction((tx) => sendPart(tx, deps, broadcastId)));
}

/** Requests the broadcasts that are due. @returns their number */
export async function requestDueBroadcasts({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM broadcasts WHERE state = 'scheduled' AND send_at <= ${now().toISOString()} ORDER BY send_at LIMIT 100`);
  const jobs = rows.map(({ id: broadcastId }) => ({ broadcastId }));
  await enqueueAll(db, sendBroadcast, jobs, { keyOf: ({ broadcastId }) => `broadcast ${broadcastId}` });
  return jobs.length;
}

interface DueRow extends AudienceRow {
  id: number;
  store_id: number;
  campaign_id: number | null;
  author_id: number;
  subject: string;
  text: string;
  position: number;
}

async function sendPart(tx: Database, deps: SenderDeps, broadcastId: number): Promise<void> {
  const at = deps.now().toISOString();
  const { rows } = await tx.execute<DueRow>(sql`
    SELECT id, store_id, campaign_id, author_id, audience, to_jsonb(participant_ids) AS participant_ids, statuses, list_id, subject, text, position FROM broadcasts
    WHERE id = ${broadcastId} AND state = 'scheduled' AND send_at <= ${at} FOR UPDATE`);
  const due = rows[0];
  if (due === undefined) return;
  const { store_id: storeId, author_id: authorId, campaign_id: campaignId, subject, text } = due;
  const store = await readSender(tx, { storeId, authorId });
  if (store === null) {
    await tx.execute(sql`UPDATE broadcasts SET state = 'stopped', ended_at = ${at} WHERE id = ${broadcastId}`);
    return;
  }
  const of = { storeId, campaignId, audience: audienceOf(due) };
  const recipients = await lockRecipients(tx, of, { after: due.position, atMost: MAX_AT_ONCE });
  const isLast = recipients.length < MAX_AT_ONCE;
  const outside = isLast ? await countOutside(tx, of) : 0;
  const outcomes = await deliver(tx, deps, { message: { storeId, authorId, subject, text }, store, recipients });
  await record(tx, { broadcastId, outcomes, outside, isLast, at });
  if (!isLast) await enqueue(tx, sendBroadcast, { broadcastId }, { key: `broadcast ${broadcastId}` });
}

async function record(
  tx: Database,
  {
    broadcastId,
    outcomes,
    outside,
    isLast,
    at,
  }: { broadcastId: number; outcomes: readonly Outcome[]; outside: number; isLast: boolean; at: string },
): Promise<void> {
  const rows = outcomes.map(({ participantId, commentId, leftOut }) => ({
    participant_id: participantId,
    comment_id: commentId,
    left_out: leftOut,
  }));
  await tx.execute(sql`
    WITH done AS (
      INSERT INTO broadcast_recipients (broadcast_id, participant_id, comment_id, left_out)
      SELECT ${broadcastId}, r.participant_id, r.comment_id, r.left_out
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (participant_id bigint, comment_id bigint, left_out text)
      RETURNING participant_id, left_out
    ), counted AS (
      SELECT left_out AS reason, count(*) AS n FROM done WHERE left_out IS NOT NULL GROUP BY left_out
      UNION ALL SELECT 'not_in_campaign', ${outside}::bigint WHERE ${outside}::int > 0
    )
    UPDATE broadcasts b SET position = greatest(b.position, coalesce((SELECT max(participant_id) FROM done), 0)),
      sent = b.sent + (SELECT count(*) FROM done WHERE left_out IS NULL),
      left_out = coalesce((SELECT jsonb_object_agg(x.reason, x.n) FROM (
        SELECT y.reason, sum(y.n) AS n FROM (SELECT reason, n FROM counted UNION ALL SELECT key, value::bigint FROM jsonb_each_text(b.left_out)) y GROUP BY y.reason) x), '{}'),
      state = CASE WHEN ${isLast}::boolean THEN 'sent' ELSE b.state END, ended_at = CASE WHEN ${isLast}::boolean THEN ${at}::timestamptz END
    WHERE b.id = ${broadcastId}`);
}
