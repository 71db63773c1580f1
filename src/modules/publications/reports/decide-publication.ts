import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { notifyOfPublicationDecision } from './notify-publication.ts';
import { lockPublication, type Publication } from './publication.ts';

export const PUBLICATION_DECIDE_ERRORS = ['publication_changed'] as const;

/** The store's decision about a publication; a request for a correction contains feedback. */
export type PublicationReview =
  | { decision: 'accepted'; feedback: null }
  | { decision: 'correction_requested'; feedback: string };

/**
 * Decides a publication, and notifies the creator. A later decision replaces an earlier one. It moves no money.
 * @param revision that the caller has seen
 * @throws NotFound; RuleRefused `publication_changed` when the creator has changed it since
 */
export async function decidePublication(
  ctx: Context,
  publication: Publication,
  { revision, decision, feedback }: PublicationReview & { revision: number },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const current = await lockPublication(tx, publication.id);
    if (current.revision !== revision)
      throw new RuleRefused('publication_changed', 'The creator has changed the publication meanwhile.');
    await tx.execute(sql`
      UPDATE publications SET decision = ${decision}, feedback = ${feedback}, decided_by = ${ctx.actor.userId}, decided_at = ${at.toISOString()}
      WHERE id = ${publication.id}`);
    await notifyOfPublicationDecision(tx, publication, { decision, at });
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { publication_id: publication.id, user_id: publication.user.id }),
      action: `offer.publication_${decision}`,
      subjectKind: 'offer',
      subjectId: publication.campaign.id,
    });
  });
}
