import { sql } from 'drizzle-orm';
import { realActorId } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';

/** The subject of comments and activities: a participation or an appeal. */
export type Thread = { participantId: number } | { appealId: number };

/** The columns of a thread, in comments and activities. */
const columnsOf = (thread: Thread) => ({
  participantId: 'participantId' in thread ? thread.participantId : null,
  appealId: 'appealId' in thread ? thread.appealId : null,
});

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
  const { participantId, appealId } = columnsOf(thread);
  return ctx.db.transaction(async (tx) => {
    // Serializes the entries of a log, like transitions, so that a reader of one entry has seen all earlier ones.
    await lockThread(tx, thread);
    const { rows } = await tx.execute<CommentRow>(sql`
      INSERT INTO comments (participant_id, appeal_id, author_id, text, created_at)
      VALUES (${participantId}::bigint, ${appealId}::bigint, ${ctx.actor.userId}, ${text}, ${at}) RETURNING id, participant_id, author_id, text, created_at, updated_at`);
    await tx.execute(sql`
      INSERT INTO activities (participant_id, appeal_id, type, actor_id, comment_id, created_at)
      VALUES (${participantId}::bigint, ${appealId}::bigint, 'COMMENT', ${realActorId(ctx.actor)}, ${rows[0]!.id}, ${at})`);
    return comment(rows[0]!);
  });
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
