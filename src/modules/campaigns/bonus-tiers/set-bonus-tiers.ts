import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms, PROMISE_REFUSALS, refuseToPromise } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { notifyOfRates } from '../mails/notify-of-change.ts';
import { type BonusTier, readBonusTiers } from './bonus-tiers.ts';

const MAX_VERSIONS = 200;

export const TIER_ERRORS = ['too_many_versions', ...PROMISE_REFUSALS] as const;

/**
 * Replaces the bonus tiers of a campaign; an empty list removes them. The tiers of the current month apply until its end, because
 * creators work towards them and a store must not withdraw them when it sees who reaches them. A change therefore applies from the
 * next month. If the campaign has no tiers in the current month, new ones apply to the whole month. Identical tiers change nothing.
 * A budget beyond the store's remaining credit is refused; bonuses that creators reach are then reserved in it (`bonus_months`).
 * @param month the first days of this month and of the next one
 * @throws NotFound; RuleRefused with a code of TIER_ERRORS
 */
export async function setBonusTiers(
  ctx: Context,
  {
    campaignId,
    tiers,
    budgetMinor,
    month,
  }: {
    campaignId: number;
    tiers: readonly BonusTier[];
    budgetMinor: number;
    month: { current: string; next: string };
  },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    const at = ctx.now();
    const current = await readBonusTiers(tx, { campaignId, month: month.current });
    const latest = await readBonusTiers(tx, { campaignId, month: month.next });
    const firstMonth = (current?.tiers.length ?? 0) > 0 ? month.next : month.current;
    const json = JSON.stringify(tiers);
    const { rows } = await tx.execute<{ version: number; same: boolean; at: string | null }>(sql`
      SELECT coalesce(max(version), 0) + 1 AS version, max(created_at) AS at,
        coalesce(bool_or(version = ${latest?.version ?? 0} AND tiers = ${json}::jsonb AND budget_minor = ${budgetMinor}), false) AS same
      FROM bonus_tiers WHERE campaign_id = ${campaignId}`);
    const { version, same: isSame, at: lastAt } = rows[0]!;
    if (isSame || (tiers.length === 0 && (latest?.tiers.length ?? 0) === 0)) return;
    if (version > MAX_VERSIONS)
      throw new RuleRefused('too_many_versions', `The bonuses of a campaign can be changed ${MAX_VERSIONS} times.`);
    await tx.execute(sql`SELECT lock_bonus_orders(${campaignId}, ${firstMonth}::date)`);
    if (tiers.length > 0) await refuseToPromise(tx, { storeId, minor: budgetMinor, campaignId });
    await tx.execute(sql`
      INSERT INTO bonus_tiers (campaign_id, version, first_month, tiers, budget_minor, created_by, created_at)
      VALUES (${campaignId}, ${version}, ${firstMonth}, ${json}::jsonb, ${budgetMinor}, ${ctx.actor.userId}, ${at.toISOString()})`);
    await writeAudit(tx, {
      actor: ctx.actor,
      subjectKind: 'offer',
      subjectId: campaignId,
      action: 'offer.bonus_tiers_changed',
      details: { version, first_month: firstMonth, tiers: tiers.length, budget_minor: budgetMinor },
    });
    await notifyOfRates(tx, { campaignId, at, lastAt: lastAt === null ? null : new Date(lastAt) });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}
