import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';
import { lockCampaign, refuseToResume } from './write-campaign.ts';

/**
 * Pauses or resumes a campaign, from the next click. Repeating it is not an error.
 * @throws NotFound when it has been deleted; RuleRefused `credit_limit` when it would be resumed and its store has no remaining
 *   credit
 */
export async function setCampaignActive(ctx: Context, campaignId: number, active: boolean): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const was = await lockCampaign(tx, campaignId);
    if (active && !was.active) await refuseToResume(tx, { ...was, campaignId });
    await change({ ...ctx, db: tx }, campaignId, active ? 'offer.unpaused' : 'offer.paused', sql`active = ${active}`);
    await keepPromisedTerms({ ...ctx, db: tx }, was);
  });
}

/**
 * Deletes a campaign softly: its clicks, participants and sums remain, and its terms no longer apply.
 * @throws NotFound when it has been deleted already
 */
export async function deleteCampaign(ctx: Context, campaignId: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const was = await lockCampaign(tx, campaignId);
    await change({ ...ctx, db: tx }, campaignId, 'offer.deleted', sql`deleted_at = ${ctx.now().toISOString()}`);
    await keepPromisedTerms({ ...ctx, db: tx }, was);
  });
}

async function change({ db, now, actor }: Context, campaignId: number, action: string, set: SQL): Promise<void> {
  await db.execute(sql`UPDATE campaigns SET ${set}, updated_at = ${now().toISOString()} WHERE id = ${campaignId}`);
  await writeAudit(db, { actor, action, subjectKind: 'offer', subjectId: campaignId });
}
