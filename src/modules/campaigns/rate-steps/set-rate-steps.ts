import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms, tagsOfStore } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { withMargin, withoutMargin } from '../commission-rules/commission-rules.ts';
import { notifyOfRates } from '../mails/notify-of-change.ts';
import { currentRateSteps, MAX_STEP_VERSIONS, NO_STEPS, type RateSteps } from './rate-steps.ts';

export const STEP_ERRORS = ['too_many_versions'] as const;

/**
 * Sets the steps of a campaign as a new version, for orders of later clicks. Orders of earlier clicks keep the version of their click. The same steps change
 * nothing.
 * @param wanted valid ones (`readSteps`), without margins
 * @throws NotFound; InvalidInput naming `user_tag_id`; RuleRefused with a code of STEP_ERRORS; as `keepPromisedTerms`
 */
export async function setRateSteps(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { campaignId, wanted }: { campaignId: number; wanted: RateSteps },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    const latest = await currentRateSteps(tx, campaignId);
    if (contentOf(latest ?? NO_STEPS) === contentOf(wanted)) return;
    if (!(await mayUseTag(tx, { storeId, userTagId: wanted.userTagId })))
      throw new InvalidInput({ user_tag_id: ['must be the id of a tag that exists'] });
    const version = (latest?.version ?? 0) + 1;
    if (version > MAX_STEP_VERSIONS)
      throw new RuleRefused('too_many_versions', `The steps of a campaign can be changed ${MAX_STEP_VERSIONS} times.`);
    const at = ctx.now();
    const { counts, period, applies, userTagId } = wanted;
    const steps = JSON.stringify(await withMargin(tx, campaignId, wanted.steps));
    await tx.execute(sql`
      INSERT INTO rate_steps (campaign_id, version, counts, period, applies, user_tag_id, steps, created_by, created_at)
      VALUES (${campaignId}, ${version}, ${counts}, ${period}, ${applies}, ${userTagId}, ${steps}::jsonb, ${ctx.actor.userId}, ${at.toISOString()})`);
    await writeAudit(tx, {
      actor: ctx.actor,
      subjectKind: 'offer',
      subjectId: campaignId,
      action: 'offer.rate_steps_changed',
      details: { version, counts, period, applies, user_tag_id: userTagId, steps: wanted.steps.length },
    });
    await notifyOfRates(tx, { campaignId, at, lastAt: latest?.createdAt ?? null });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

/** What a version says, in a form that can be compared. Without steps, nothing else matters. */
function contentOf({ counts, period, applies, userTagId, steps }: RateSteps): string {
  if (steps.length === 0) return '';
  const plain = steps
    .map(withoutMargin)
    .map(({ orders, value_minor: value, cpa_ppm: cpa, cpo_minor: cpo }) => [
      orders ?? null,
      value ?? null,
      cpa,
      cpo ?? null,
    ]);
  return JSON.stringify([counts, period, applies, userTagId, plain]);
}

/** Whether the store may limit steps to creators with the tag (null: without one). The tag is locked against being deleted. */
export async function mayUseTag(
  tx: Database,
  { storeId, userTagId }: { storeId: number; userTagId: number | null },
): Promise<boolean> {
  if (userTagId === null) return true;
  const { rowCount } = await tx.execute(
    sql`SELECT FROM user_tags t WHERE t.id = ${userTagId} AND ${tagsOfStore(storeId)} FOR KEY SHARE`,
  );
  return rowCount === 1;
}
