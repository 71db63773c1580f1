import { sql } from 'drizzle-orm';
import { realActorId } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';

/** A comment on a participation. */
export interface Comment {
  id: number;
  participantId: number;
  authorId: number;
  text: string;
  createdAt: Date;
  /** When it was last edited. */
  updatedAt: Date | null;
}

interface CommentRow extends Record<string, unknown> {
  id: number;
  participant_id: number;
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

/** Adds a comment to a participation and an entry to its log in the real actor's name, in one transaction. */
export async function addComment(ctx: Context, participantId: number, text: string): Promise<Comment> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    // Serializes the entries of a log, like transitions, so that a reader of one entry has seen all earlier ones.
    await tx.execute(sql`SELECT FROM participants WHERE id = ${participantId} FOR UPDATE`);
    const { rows } = await tx.execute<CommentRow>(sql`
      INSERT INTO comments (participant_id, author_id, text, created_at)
      VALUES (${participantId}, ${ctx.actor.userId}, ${text}, ${at}) RETURNING id, participant_id, author_id, text, created_at, updated_at`);
    await tx.execute(sql`
      INSERT INTO activities (participant_id, type, actor_id, comment_id, created_at)
      VALUES (${participantId}, 'COMMENT', ${realActorId(ctx.actor)}, ${rows[0]!.id}, ${at})`);
    return comment(rows[0]!);
  });
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
