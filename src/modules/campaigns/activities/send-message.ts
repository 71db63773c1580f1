import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type News, notify } from '../../accounts/index.ts';
import { takeAnyFromEmailQuota } from '../../stores/index.ts';
import type { ParticipantFacts } from '../policy.ts';
import { addComment, type Comment, type Speaker } from './write-comments.ts';

/** Further messages of one person in a conversation are not mailed at once until this time has passed since the previous one. */
const MAIL_PAUSE_MS = 60 * 60_000;

/** The side of a participation that a caller speaks for, who may read its conversation. */
export function speakerOf(actor: Actor, { campaign, userId, userAgencyId }: ParticipantFacts): Speaker {
  if (userId === actor.userId) return 'creator';
  if (actor.storeIds.includes(campaign.storeId)) return 'store';
  return userAgencyId !== null && actor.agencyIds.includes(userAgencyId) ? 'agency' : 'platform';
}

/**
 * Adds a comment to the conversation about a participation, and notifies the sides that have not written it: the creator within the store's quota of mails,
 * the members of the store who manage campaigns, and the creator's agency in its digest.
 */
export async function sendMessage(ctx: Context, participant: ParticipantFacts, text: string): Promise<Comment> {
  return ctx.db.transaction(async (tx) => {
    const speaker = speakerOf(ctx.actor, participant);
    const { id: participantId } = participant;
    const isUnmailed = await hasJustWritten(tx, ctx, participantId);
    const comment = await addComment({ ...ctx, db: tx }, { participantId, speaker }, text);
    await notifyOthers({ ...ctx, db: tx }, { participant, speaker, commentId: comment.id, isUnmailed });
    return comment;
  });
}

/** Reads the texts of comments by id, without those that were deleted. */
export async function readMessages(db: Database, commentIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.execute<{ id: number; text: string }>(
    sql`SELECT id, text FROM comments WHERE id = ANY (${sql.param([...commentIds])}::bigint[]) AND deleted_at IS NULL`,
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

async function hasJustWritten(
  db: Database,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  participantId: number,
): Promise<boolean> {
  const since = new Date(now().getTime() - MAIL_PAUSE_MS).toISOString();
  const { rows } = await db.execute(sql`
    SELECT FROM comments WHERE participant_id = ${participantId} AND author_id = ${actor.userId} AND created_at > ${since}
      AND deleted_at IS NULL LIMIT 1`);
  return rows.length > 0;
}

async function notifyOthers(
  ctx: Context,
  {
    participant,
    speaker,
    commentId: comment,
    isUnmailed,
  }: { participant: ParticipantFacts; speaker: Speaker; commentId: number; isUnmailed: boolean },
): Promise<void> {
  const { campaign: facts, userId, userAgencyId } = participant;
  const { rows } = await ctx.db.execute<{ campaign: string; store: string; wants_mail: boolean }>(sql`
    SELECT o.shown_title AS campaign, s.name AS store, EXISTS (
      SELECT FROM users u LEFT JOIN notification_settings n ON n.user_id = u.id
      WHERE u.id = ${userId}::bigint AND u.suspended_at IS NULL AND u.erased_at IS NULL AND NOT u.email_unproven
        AND NOT 'messages' = ANY (coalesce(n.unmailed, '{}'))) AS wants_mail
    FROM campaigns o JOIN stores s ON s.id = o.store_id WHERE o.id = ${facts.id}`);
  const { campaign, store, wants_mail: wantsMail } = rows[0]!;
  const values = { campaign, store, comment };
  const exceptUserId = ctx.actor.userId;
  const news: News[] = [];
  if (userId !== null && speaker !== 'creator') {
    const isGranted = isUnmailed || !wantsMail || speaker !== 'store' || (await takesFromQuota(ctx, facts.storeId));
    news.push({
      message: 'store_message',
      values,
      to: { userId },
      path: `/console/creator/messages?open=${participant.id}`,
      exceptUserId,
      isUnmailed: isUnmailed || !isGranted,
    });
  }
  if (speaker !== 'store')
    news.push({
      message: 'message_received',
      values,
      to: { storeId: facts.storeId, need: 'manage' },
      path: `/console/shop/${facts.storeId}/messages?open=${participant.id}`,
      exceptUserId,
      isUnmailed,
    });
  if (userAgencyId !== null && speaker !== 'agency')
    news.push({
      message: 'message_copied',
      values: { campaign, store },
      to: { agencyId: userAgencyId, need: 'manage' },
      path: `/console/agency/${userAgencyId}/messages?open=${participant.id}`,
      exceptUserId,
    });
  await notify(ctx.db, ctx.now(), news);
}

/** Whether one more mail of the store is within its quota. */
const takesFromQuota = async (ctx: Context, storeId: number): Promise<boolean> =>
  (await takeAnyFromEmailQuota(ctx, storeId, { kind: 'store_message', wanted: 1 })) > 0;
