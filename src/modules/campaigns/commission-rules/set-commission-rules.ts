import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { notifyOfRates } from '../mails/notify-of-change.ts';
import { type CommissionRule, readCommissionRules, withMargin, withoutMargin } from './commission-rules.ts';

const MAX_NAMES = 1000;
const MAX_VERSIONS = 200;

export const RULE_ERRORS = ['too_many_versions'] as const;

/**
 * Replaces the commission rules of a campaign; an empty list removes them. Orders of earlier clicks keep the rules of their click. The same rules change
 * nothing.
 * @param rules valid ones (`refuseInvalidRules`)
 * @throws NotFound; RuleRefused with a code of RULE_ERRORS
 */
export async function setCommissionRules(
  ctx: Context,
  { campaignId, rules }: { campaignId: number; rules: readonly CommissionRule[] },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    const at = ctx.now();
    const latest = await readLatest(tx, { campaignId, json: JSON.stringify(rules.map(withoutMargin)) });
    if (latest.isSame || (rules.length === 0 && latest.version === null)) return;
    await tx.execute(sql`
      UPDATE commission_rules SET ended_at = ${at.toISOString()} WHERE campaign_id = ${campaignId} AND ended_at IS NULL`);
    const version = latest.last + 1;
    if (rules.length > 0) {
      if (version > MAX_VERSIONS)
        throw new RuleRefused('too_many_versions', `The rules of a campaign can be changed ${MAX_VERSIONS} times.`);
      const json = JSON.stringify(await withMargin(tx, campaignId, rules));
      await tx.execute(sql`
        INSERT INTO commission_rules (campaign_id, version, rules, created_by, created_at)
        VALUES (${campaignId}, ${version}, ${json}::jsonb, ${ctx.actor.userId}, ${at.toISOString()})`);
    }
    await writeAudit(tx, {
      actor: ctx.actor,
      subjectKind: 'offer',
      subjectId: campaignId,
      action: 'offer.commission_rules_changed',
      details: { version: rules.length === 0 ? null : version, rules: rules.length },
    });
    await notifyOfRates(tx, { campaignId, at, lastAt: latest.at });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

/** @throws InvalidInput naming a rule without conditions, or all rules if they have too many names */
export function refuseInvalidRules(rules: readonly CommissionRule[], field = 'rules'): void {
  const errors: Record<string, string[]> = {};
  let names = 0;
  for (const [index, { skus, categories, customer, attribution }] of rules.entries()) {
    names += (skus?.length ?? 0) + (categories?.length ?? 0);
    if (skus === null && categories === null && customer === null && attribution === undefined)
      errors[`${field}.${index}`] = ['must name products, categories, a kind of customer or an attribution'];
  }
  if (names > MAX_NAMES) errors[field] = [`must name at most ${MAX_NAMES} products and categories together`];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

async function readLatest(tx: Database, { campaignId, json }: { campaignId: number; json: string }) {
  const { version } = await readCommissionRules(tx, campaignId);
  const { rows } = await tx.execute<{ last: number; same: boolean; at: string | null }>(sql`
    SELECT coalesce(max(version), 0) AS last, greatest(max(created_at), max(ended_at)) AS at, coalesce(bool_or(ended_at IS NULL AND (SELECT jsonb_agg(r.rule - 'margin_ppm' - 'margin_cpo_minor' ORDER BY r.n)
        FROM jsonb_array_elements(rules) WITH ORDINALITY AS r (rule, n)) = ${json}::jsonb), false) AS same
    FROM commission_rules WHERE campaign_id = ${campaignId}`);
  const { last, same: isSame, at } = rows[0]!;
  return { version, last, isSame, at: at === null ? null : new Date(at) };
}
