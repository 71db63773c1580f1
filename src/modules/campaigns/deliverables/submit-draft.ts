import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { fileNameOf } from '../../../platform/http/upload.ts';
import { STORED_DOCUMENT_SIDE } from '../../../platform/http/upload-limits.ts';
import { requirePicture } from '../../../platform/images/keep-picture.ts';
import { type Deliverable, isApproved, lockDeliverable } from './deliverable.ts';
import { notifyOfDraft } from './notify-deliverable.ts';

/** Maximum number of drafts for a deliverable. */
const MAX_VERSIONS = 20;

export const SUBMIT_ERRORS = ['deliverable_approved', 'not_participating', 'too_many_versions'] as const;

/** A draft: an address, a note or both, or a picture. */
export type Draft = { url: string | null; note: string } | { file: Buffer; fileName: string };

/**
 * Submits a draft for a deliverable as its next version, and notifies the store. A version that is not decided is replaced by the next one. A version
 * never changes, so that what the store approves is what it has seen.
 * @throws NotFound; InvalidInput naming `file`; RuleRefused with a code of SUBMIT_ERRORS
 */
export async function submitDraft(ctx: Context, deliverable: Deliverable, draft: Draft): Promise<void> {
  const { url, note, picture } = await contentOf(draft);
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { status, latest, takesPart } = await lockDeliverable(tx, deliverable.id);
    if (isApproved(status)) throw new RuleRefused('deliverable_approved', 'The deliverable is approved.');
    if (!takesPart) throw new RuleRefused('not_participating', 'The creator does not take part in the campaign.');
    if (latest >= MAX_VERSIONS)
      throw new RuleRefused('too_many_versions', `A deliverable has at most ${MAX_VERSIONS} drafts.`);
    await tx.execute(sql`
      INSERT INTO submissions (deliverable_id, version, url, note, file_name, media_type, content, submitted_by, created_at)
      VALUES (${deliverable.id}, ${latest + 1}, ${url}, ${note}, ${picture?.name ?? null}, ${picture?.mediaType ?? null}, ${picture?.content ?? null},
        ${ctx.actor.userId}, ${at.toISOString()})`);
    await tx.execute(sql`
      UPDATE deliverables SET status = 'submitted', updated_at = ${at.toISOString()} WHERE id = ${deliverable.id}`);
    await notifyOfDraft(tx, deliverable, at);
  });
}

async function contentOf(draft: Draft) {
  if (!('file' in draft)) return { ...draft, picture: null };
  const { content, mediaType } = await requirePicture(draft.file, { field: 'file', maxSide: STORED_DOCUMENT_SIDE });
  return { url: null, note: '', picture: { content, mediaType, name: fileNameOf(draft.fileName) } };
}

/** Reads the picture of a draft; null when there is no such version, or it has none. */
export async function readDraftPicture(
  { db }: Pick<Context, 'db'>,
  { deliverableId, version }: { deliverableId: number; version: number },
): Promise<{ mediaType: string; content: Buffer } | null> {
  const { rows } = await db.execute<{ media_type: string; content: Buffer }>(sql`
    SELECT media_type, content FROM submissions WHERE deliverable_id = ${deliverableId} AND version = ${version} AND content IS NOT NULL`);
  return rows[0] === undefined ? null : { mediaType: rows[0].media_type, content: rows[0].content };
}
