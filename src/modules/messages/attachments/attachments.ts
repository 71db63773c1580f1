import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { fileNameOf } from '../../../platform/http/upload.ts';
import { STORED_DOCUMENT_SIDE } from '../../../platform/http/upload-limits.ts';
import { requirePicture } from '../../../platform/images/keep-picture.ts';

/** The most attachments of a store that no message has yet. */
const MAX_UNUSED = 30;
/** The time after which an attachment that no message has is removed, with the next one that the store adds. */
const UNUSED_MS = 86_400_000;
/** The most attachments of a conversation that are listed. */
const MAX_LISTED = 300;

/** A picture that is sent with a message, without its content. */
export interface Attachment {
  id: number;
  /** As it was uploaded; empty after the erasure of the person who added it. */
  fileName: string;
  mediaType: string;
  /** Bytes as stored. */
  size: number;
}

interface AttachmentRow extends Record<string, unknown> {
  id: number;
  file_name: string;
  media_type: string;
  byte_size: number;
}

const attachment = (row: AttachmentRow): Attachment => ({
  id: row.id,
  fileName: row.file_name,
  mediaType: row.media_type,
  size: row.byte_size,
});

/**
 * Stores a picture for a message that is written afterwards.
 * @param picture.file PNG or JPEG, not yet verified; it is re-encoded, so that nothing but its pixels is kept
 * @throws InvalidInput naming `file`; RuleRefused `too_many_attachments`
 */
export async function addAttachment(
  ctx: Context,
  { storeId, file, fileName }: { storeId: number; file: Buffer; fileName: string },
): Promise<Attachment> {
  const { content, mediaType } = await requirePicture(file, { field: 'file', maxSide: STORED_DOCUMENT_SIDE });
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`message attachments ${storeId}`}, 0))`);
    await tx.execute(sql`
      DELETE FROM message_attachments WHERE store_id = ${storeId} AND broadcast_id IS NULL AND added_at < ${new Date(at.getTime() - UNUSED_MS).toISOString()}`);
    const { rows: counted } = await tx.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM message_attachments WHERE store_id = ${storeId} AND broadcast_id IS NULL`,
    );
    if (counted[0]!.n >= MAX_UNUSED)
      throw new RuleRefused(
        'too_many_attachments',
        `A store has at most ${MAX_UNUSED} attachments that no message has yet.`,
      );
    const { rows } = await tx.execute<AttachmentRow>(sql`
      INSERT INTO message_attachments (store_id, file_name, media_type, byte_size, content, added_by, added_at)
      VALUES (${storeId}, ${fileNameOf(fileName)}, ${mediaType}, ${content.length}, ${content}, ${ctx.actor.userId}, ${at.toISOString()})
      RETURNING id, file_name, media_type, byte_size`);
    return attachment(rows[0]!);
  });
}

/**
 * Gives attachments of a store to a broadcast.
 * @throws InvalidInput naming `attachment_ids` when one is not the store's, or is another message's
 */
export async function useAttachments(
  tx: Database,
  { storeId, broadcastId, ids }: { storeId: number; broadcastId: number; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<{ id: number }>(sql`
    UPDATE message_attachments SET broadcast_id = ${broadcastId}
    WHERE id = ANY (${sql.param([...ids])}::bigint[]) AND store_id = ${storeId} AND broadcast_id IS NULL AND content IS NOT NULL RETURNING id`);
  const used = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !used.has(id));
  if (unknown !== undefined)
    throw new InvalidInput({ attachment_ids: [`has ${unknown}, which is no unused attachment of the store`] });
}

/** Reads the attachments of broadcasts, by the id of the broadcast, oldest first. */
export async function attachmentsOf(
  db: Database,
  broadcastIds: readonly number[],
): Promise<ReadonlyMap<number, Attachment[]>> {
  const { rows } = await db.execute<AttachmentRow & { broadcast_id: number }>(sql`
    SELECT id, file_name, media_type, byte_size, broadcast_id FROM message_attachments
    WHERE broadcast_id = ANY (${sql.param([...broadcastIds])}::bigint[]) AND content IS NOT NULL ORDER BY id`);
  const found = new Map<number, Attachment[]>();
  for (const row of rows) {
    const others = found.get(row.broadcast_id);
    if (others === undefined) found.set(row.broadcast_id, [attachment(row)]);
    else others.push(attachment(row));
  }
  return found;
}

/** What a participant has received: the attachments `a` of the messages to many `r` in the conversation, unless the message `c` was deleted. */
const RECEIVED = sql`broadcast_recipients r JOIN comments c ON c.id = r.comment_id AND c.deleted_at IS NULL
  JOIN message_attachments a ON a.broadcast_id = r.broadcast_id AND a.content IS NOT NULL`;

/** Lists the attachments of the messages in a conversation, of the newest messages. */
export async function listReceived(
  { db }: Pick<Context, 'db'>,
  participantId: number,
): Promise<(Attachment & { commentId: number })[]> {
  const { rows } = await db.execute<AttachmentRow & { comment_id: number }>(sql`
    SELECT a.id, a.file_name, a.media_type, a.byte_size, c.id AS comment_id FROM ${RECEIVED}
    WHERE r.participant_id = ${participantId} ORDER BY c.id DESC, a.id LIMIT ${MAX_LISTED}`);
  return rows.map((row) => ({ ...attachment(row), commentId: row.comment_id }));
}

/** Reads an attachment of a message in a conversation; null when the conversation has none with this id. */
export async function readReceived(
  { db }: Pick<Context, 'db'>,
  { participantId, id }: { participantId: number; id: number },
): Promise<{ mediaType: string; content: Buffer } | null> {
  const { rows } = await db.execute<{ media_type: string; content: Buffer }>(sql`
    SELECT a.media_type, a.content FROM ${RECEIVED} WHERE r.participant_id = ${participantId} AND a.id = ${id}`);
  return rows[0] === undefined ? null : { mediaType: rows[0].media_type, content: rows[0].content };
}
