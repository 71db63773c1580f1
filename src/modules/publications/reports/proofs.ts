import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { STORED_DOCUMENT_SIDE } from '../../../platform/http/upload-limits.ts';
import { requirePicture } from '../../../platform/images/keep-picture.ts';
import { lockPublication, type Proof } from './publication.ts';

/** Maximum number of pictures of a publication. */
const MAX_PROOFS = 20;

/**
 * Adds a picture that proves a publication or its figures. It is re-encoded, and neither changed nor removed afterwards.
 * @throws InvalidInput naming `file`; NotFound; RuleRefused `too_many_proofs`
 */
export async function addProof(
  ctx: Context,
  { publicationId, file }: { publicationId: number; file: Buffer },
): Promise<Proof> {
  const { content, mediaType } = await requirePicture(file, { field: 'file', maxSide: STORED_DOCUMENT_SIDE });
  const hash = createHash('sha256').update(content).digest();
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPublication(tx, publicationId);
    const { rows: counted } = await tx.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM publication_proofs WHERE publication_id = ${publicationId}`,
    );
    if (counted[0]!.count >= MAX_PROOFS)
      throw new RuleRefused('too_many_proofs', `A publication has at most ${MAX_PROOFS} pictures.`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO publication_proofs (publication_id, media_type, byte_size, sha256, content, added_by, added_at)
      VALUES (${publicationId}, ${mediaType}, ${content.length}, ${hash}, ${content}, ${ctx.actor.userId}, ${at.toISOString()}) RETURNING id`);
    return { id: rows[0]!.id, mediaType, size: content.length, sha256: hash.toString('hex'), addedAt: at };
  });
}

/** Reads a picture of a publication; null when the publication has none with this id. */
export async function readProof(
  { db }: Pick<Context, 'db'>,
  { publicationId, id }: { publicationId: number; id: number },
): Promise<{ mediaType: string; content: Buffer } | null> {
  const { rows } = await db.execute<{ media_type: string; content: Buffer }>(sql`
    SELECT media_type, content FROM publication_proofs WHERE id = ${id} AND publication_id = ${publicationId} AND content IS NOT NULL`);
  return rows[0] === undefined ? null : { mediaType: rows[0].media_type, content: rows[0].content };
}
