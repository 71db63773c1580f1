import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { fileNameOf } from '../../../platform/http/upload.ts';
import { MAX_CLAIM_PICTURES, STORED_DOCUMENT_SIDE } from '../../../platform/http/upload-limits.ts';
import { requirePicture } from '../../../platform/images/keep-picture.ts';
import { type Claim, lockClaim } from './claim.ts';

/**
 * Adds a picture to a claim that is not decided: a receipt, an order confirmation. It is re-encoded, so that nothing but its pixels is kept.
 * @throws InvalidInput naming `file`; RuleRefused `claim_decided`, `too_many_files`
 */
export async function addEvidence(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { claimId, file, name }: { claimId: number; file: Buffer; name: string },
): Promise<Claim['evidence'][number]> {
  const { content, mediaType } = await requirePicture(file, { field: 'file', maxSide: STORED_DOCUMENT_SIDE });
  return db.transaction(async (tx) => {
    const claim = await lockClaim(tx, claimId);
    if (claim === null) throw new NotFound('order claim');
    if (claim.isDecided) throw new RuleRefused('claim_decided', 'The claim is decided already.');
    if (claim.files >= MAX_CLAIM_PICTURES)
      throw new RuleRefused('too_many_files', `A claim has at most ${MAX_CLAIM_PICTURES} files.`);
    const { rows } = await tx.execute<Claim['evidence'][number]>(sql`
      INSERT INTO order_claim_evidence (claim_id, name, media_type, content, created_at)
      VALUES (${claimId}, ${fileNameOf(name)}, ${mediaType}, ${content}, ${now().toISOString()}) RETURNING id, name, created_at`);
    return rows[0]!;
  });
}

/** Reads a picture of a claim; null when the claim has none with this id. */
export async function readEvidence(
  { db }: Pick<Context, 'db'>,
  { claimId, id }: { claimId: number; id: number },
): Promise<{ mediaType: string; content: Buffer } | null> {
  const { rows } = await db.execute<{ media_type: string; content: Buffer }>(
    sql`SELECT media_type, content FROM order_claim_evidence WHERE id = ${id} AND claim_id = ${claimId}`,
  );
  return rows[0] === undefined ? null : { mediaType: rows[0].media_type, content: rows[0].content };
}
