import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { refuseTermsAtLimit } from '../../stores/index.ts';

/**
 * Pauses or resumes a campaign, from the next click. Repeating it is not an error.
 * @throws NotFound when it has been deleted; RuleRefused `credit_limit` when it would be resumed and its store has no remaining
 *   credit
 */
export async function setCampaignActive(ctx: Context, campaignId: number, active: boolean): Promise<void> {
  if (active) await refusePaidAtLimit(ctx, campaignId);
  await change(ctx, campaignId, active ? 'offer.unpaused' : 'offer.paused', sql`active = ${active}`);
}

/**
 * Deletes a campaign softly: its clicks, participants and sums remain, and its terms no longer apply.
 * @throws NotFound when it has been deleted already
 */
export async function deleteCampaign(ctx: Context, campaignId: number): Promise<void> {
  await change(ctx, campaignId, 'offer.deleted', sql`deleted_at = ${ctx.now().toISOString()}`);
}

async function refusePaidAtLimit({ db }: Context, campaignId: number): Promise<void> {
  const { rows } = await db.execute<{ store_id: number }>(sql`
    SELECT o.store_id FROM campaigns o WHERE o.id = ${campaignId} AND NOT o.active AND o.deleted_at IS NULL AND (coalesce(o.one_time_payment_minor, 0) > 0
      OR EXISTS (SELECT FROM effective_prices(o.store_id, o.id, NULL) p WHERE p.cpc_minor > 0 OR p.cpa > 0))`);
  if (rows[0] !== undefined) await refuseTermsAtLimit(db, rows[0].store_id);
}

async function change(ctx: Context, campaignId: number, action: string, set: ReturnType<typeof sql>): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      UPDATE campaigns SET ${set}, updated_at = ${ctx.now().toISOString()} WHERE id = ${campaignId} AND deleted_at IS NULL`);
    if (rowCount === 0) throw new NotFound('offer');
    await writeAudit(tx, { actorId: ctx.actor.userId, action, subjectKind: 'offer', subjectId: campaignId });
  });
}
