import { type SQL, sql } from 'drizzle-orm';
import { realActorId } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';

/** The side that a comment on a participation speaks for. `platform`: an administrator. */
export type Speaker = 'store' | 'creator' | 'agency' | 'platform';

/** The subject of comments and activities: a participation or an appeal. */
export type Thread = { participantId: number; speaker: Speaker } | { appealId: number };

/** A comment in a thread. */
export interface Comment {
  id: number;
  /** Null for a comment on an appeal. */
  participantId: number | null;
  authorId: number;
  text: string;
  createdAt: Date;
  /** When it was last edited. */
  updatedAt: Date | null;
}

interface CommentRow extends Record<string, unknown> {
  id: number;
  participant_id: number | null;
  author_id: number;
  text: string;
  created_at: string;
  updated_at: string | null;
}

const comment = (row: CommentRow): Comment => ({
  id: row.id,
  participantId: row.participant_id,
  authorId: row.author_id,
  text: row.text,
  createdAt: new Date(row.created_at),
  updatedAt: row.updated_at === null ? null : new Date(row.updated_at),
});

/** Adds a comment to a thread and an entry to its log in the real actor's name, in one transaction. */
export async function addComment(ctx: Context, thread: Thread, text: string): Promise<Comment> {
  const at = ctx.now().toISOString();
  const by = { authorId: ctx.actor.userId, actorId: realActorId(ctx.actor), at: ctx.now() };
  return ctx.db.transaction(async (tx) => {
    // Serializes the entries of a log, like transitions, so that a reader of one entry has seen all earlier ones.
    await lockThread(tx, thread);
    if ('participantId' in thread) {
      const { participantId, speaker } = thread;
      const given = sql`SELECT ${participantId}::bigint AS participant_id, ${text}::text AS text`;
      const { rows } = await tx.execute<CommentRow>(writeMessages(given, { ...by, speaker }));
      return comment(rows[0]!);
    }
    const { rows } = await tx.execute<CommentRow>(sql`
      INSERT INTO comments (appeal_id, author_id, text, created_at)
      VALUES (${thread.appealId}, ${by.authorId}, ${text}, ${at}) RETURNING id, participant_id, author_id, text, created_at, updated_at`);
    await tx.execute(sql`
      INSERT INTO activities (appeal_id, type, actor_id, comment_id, created_at)
      VALUES (${thread.appealId}, 'COMMENT', ${by.actorId}, ${rows[0]!.id}, ${at})`);
    return comment(rows[0]!);
  });
}

/**
 * The statement that writes comments on participations, at most one on each, with their entries in the logs and their places in the lists of conversations.
 * The caller has locked the participants.
 * @param given a query of `participant_id` and `text`
 * @returns the columns of `CommentRow`
 */
export function writeMessages(
  given: SQL,
  { authorId, actorId, at, speaker }: { authorId: number; actorId: number; at: Date; speaker: Speaker },
): SQL {
  const time = sql`${at.toISOString()}::timestamptz`;
  const [forStore, forCreator] = [speaker === 'store' ? 0 : 1, speaker === 'creator' ? 0 : 1];
  return sql`
    WITH given AS MATERIALIZED (${given}), made AS (
      INSERT INTO comments (participant_id, author_id, text, created_at)
      SELECT g.participant_id, ${authorId}, g.text, ${time} FROM given g ORDER BY g.participant_id
      RETURNING id, participant_id, author_id, text, created_at, updated_at
    ), logged AS (
      INSERT INTO activities (participant_id, type, actor_id, comment_id, created_at)
      SELECT m.participant_id, 'COMMENT', ${actorId}::bigint, m.id, ${time} FROM made m ORDER BY m.id
    ), kept AS (
      INSERT INTO conversations AS c (participant_id, store_id, campaign_id, user_id, last_comment_id, store_unread, creator_unread)
      SELECT m.participant_id, o.store_id, o.id, p.user_id, m.id, ${forStore}, ${forCreator}
      FROM made m JOIN participants p ON p.id = m.participant_id JOIN campaigns o ON o.id = p.campaign_id ORDER BY m.participant_id
      ON CONFLICT (participant_id) DO UPDATE SET last_comment_id = excluded.last_comment_id, user_id = excluded.user_id,
        store_unread = c.store_unread + excluded.store_unread, creator_unread = c.creator_unread + excluded.creator_unread
    )
    SELECT id, participant_id, author_id, text, created_at, updated_at FROM made ORDER BY id`;
}

/** Adds a change of an appeal's state to its log, in the transaction that changes it. */
export async function addAppealChange(
  tx: Database,
  { appealId, actorId, from, to, at }: { appealId: number; actorId: number; from: string; to: string; at: Date },
): Promise<void> {
  await lockThread(tx, { appealId });
  await tx.execute(sql`
    INSERT INTO activities (appeal_id, type, actor_id, old_status, new_status, created_at)
    VALUES (${appealId}, 'STATUS_CHANGE', ${actorId}, ${from}, ${to}, ${at.toISOString()})`);
}

/** The class of the advisory locks: "appl" in ASCII. */
const APPEAL_LOCK = 0x6170706c;

/**
 * Entries of a log are written one after the other. Appeals belong to a later module, so an advisory lock on the id is used instead
 * of the row.
 */
async function lockThread(tx: Database, thread: Thread): Promise<void> {
  if ('participantId' in thread)
    await tx.execute(sql`SELECT FROM participants WHERE id = ${thread.participantId} FOR UPDATE`);
  else
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${APPEAL_LOCK}, (${thread.appealId}::bigint % 2147483647)::int)`);
}

/**
 * Edits a comment. Its log entry stays and is marked as edited. @throws NotFound when the comment was deleted
 * meanwhile
 */
export async function editComment(ctx: Context, id: number, text: string): Promise<Comment> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<CommentRow>(sql`
      UPDATE comments SET text = ${text}, updated_at = ${at} WHERE id = ${id} AND deleted_at IS NULL
      RETURNING id, participant_id, author_id, text, created_at, updated_at`);
    if (rows[0] === undefined) throw new NotFound('comment');
    await tx.execute(sql`UPDATE activities SET updated_at = ${at} WHERE comment_id = ${id}`);
    return comment(rows[0]);
  });
}

/**
 * Deletes a comment. Its log entry stays without the text, which is not stored anywhere.
 * @throws NotFound when the comment was deleted meanwhile
 */
export async function deleteComment(ctx: Context, { id, authorId }: { id: number; authorId: number }): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`UPDATE comments SET text = '', deleted_at = ${at} WHERE id = ${id} AND deleted_at IS NULL`,
    );
    if (rowCount === 0) throw new NotFound('comment');
    await tx.execute(sql`UPDATE activities SET type = 'DELETED_COMMENT' WHERE comment_id = ${id}`);
    if (authorId === ctx.actor.userId) return;
    const entry = { action: 'comment.deleted', subjectKind: 'comment', subjectId: id };
    await writeAudit(tx, { ...actedBy(ctx.actor, { author_id: authorId }), ...entry });
  });
}
