import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { type Deliverable, lockDeliverable } from './deliverable.ts';
import { notifyOfDecision } from './notify-deliverable.ts';

export const DECIDE_ERRORS = ['submission_decided', 'submission_superseded'] as const;

/** A decision about a draft; a request for changes contains feedback. */
export type DraftDecision =
  | { decision: 'approved'; feedback: string | null }
  | { decision: 'changes_requested'; feedback: string };

/**
 * Decides the newest draft of a deliverable, and notifies the creator. Of two decisions at once, the first holds. The decision moves no money and does not
 * change the participant's status.
 * @param version the draft that the caller has seen
 * @throws NotFound; RuleRefused with a code of DECIDE_ERRORS
 */
export async function decideDraft(
  ctx: Context,
  deliverable: Deliverable,
  { version, decision, feedback }: DraftDecision & { version: number },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { status, latest } = await lockDeliverable(tx, deliverable.id);
    if (version > latest) throw new NotFound('submission');
    if (version < latest) throw new RuleRefused('submission_superseded', `Version ${latest} has been submitted since.`);
    if (status !== 'submitted') throw new RuleRefused('submission_decided', 'The submission is decided already.');
    await tx.execute(sql`
      UPDATE submissions SET decision = ${decision}, feedback = ${feedback}, decided_by = ${ctx.actor.userId}, decided_at = ${at.toISOString()}
      WHERE deliverable_id = ${deliverable.id} AND version = ${version}`);
    await tx.execute(sql`
      UPDATE deliverables SET status = ${decision}, updated_at = ${at.toISOString()} WHERE id = ${deliverable.id}`);
    await notifyOfDecision(tx, deliverable, { decision, at });
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { deliverable_id: deliverable.id, version, user_id: deliverable.user.id }),
      action: `offer.draft_${decision}`,
      subjectKind: 'offer',
      subjectId: deliverable.campaign.id,
    });
  });
}
