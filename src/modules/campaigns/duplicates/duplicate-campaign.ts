import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { currentAgreement } from '../agreements/agreement.ts';
import { writeAgreement } from '../agreements/write-agreement.ts';
import { readCampaigns } from '../campaign/read-campaigns.ts';
import { NAMES_V2, readCampaignInput } from '../campaign/read-input.ts';
import type { Targets } from '../campaign/targets.ts';
import { type CampaignInput, createCampaign, type WrittenCampaign } from '../campaign/write-campaign.ts';
import { readCommissionRules } from '../commission-rules/commission-rules.ts';
import { setCommissionRules } from '../commission-rules/set-commission-rules.ts';
import { readDefinition } from '../overview/read-definition.ts';
import type { CampaignFacts } from '../policy.ts';

export const DUPLICATE_ERRORS = ['made_for_one_user', 'no_audience_left'] as const;

/**
 * Creates a paused campaign with the content of another one, by the same use case and checks as any campaign: texts, prices, limits, tasks, groups of its
 * audience, commission rules, terms and picture. It has no participants, and nobody is invited: people are copied only for a `standard` campaign, whose
 * audience they are. It has no dates that are past, and nothing of its limits is used. A shared budget remains shared, because without it the copy could
 * spend more. Prices that only administrators set are copied only by them.
 * @param title null: that of the original
 * @throws NotFound; InvalidInput and RuleRefused as `createCampaign`; RuleRefused with a code of DUPLICATE_ERRORS
 */
export async function duplicateCampaign(
  ctx: Context,
  { original, calendar, title }: { original: CampaignFacts; calendar: Calendar; title: string | null },
): Promise<WrittenCampaign> {
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const [campaign] = await readCampaigns(within, [original.id]);
    if (campaign === undefined) throw new NotFound('offer');
    if (campaign.onlyUserId !== null)
      throw new RuleRefused('made_for_one_user', 'The campaign contains the individual terms of one creator.');
    const { offer } = await readDefinition(within, original, calendar);
    const { currency } = original;
    const input = readCampaignInput(offer, { currency, calendar, actor: ctx.actor, isWhole: true });
    const targets = input.targets ?? {};
    const copy = {
      ...input,
      ...(title === null ? {} : { title }),
      ...{ type: offer.type, active: false },
      ...{ validFrom: inFuture(input.validFrom, ctx), validUntil: inFuture(input.validUntil, ctx) },
      targets: offer.type === 'standard' ? targets : withoutPeople(targets),
    };
    const written = await createCampaign(within, { storeId: original.storeId, input: copy, names: NAMES_V2 });
    refuseEverybody(copy, written);
    await copyParts(within, { from: original.id, to: written.id, isStandard: offer.type === 'standard' });
    return written;
  });
}

const inFuture = (at: Date | null | undefined, { now }: Pick<Context, 'now'>): Date | null =>
  at != null && at > now() ? at : null;

/** In a campaign with participants, each of these would become one, and be invited. */
const withoutPeople = (targets: Partial<Targets>): Partial<Targets> => ({
  ...targets,
  ...{ userIds: [], emails: [], socialIdentifiers: [] },
});

/** A standard campaign without targets is for everybody, which the original was not. */
function refuseEverybody({ type, targets }: CampaignInput, { skippedUserIds }: WrittenCampaign): void {
  const all = Object.values(targets ?? {}).reduce((sum, list) => sum + list.length, 0);
  if (type === 'standard' && all > 0 && skippedUserIds.length >= all)
    throw new RuleRefused('no_audience_left', 'Nobody of the audience of the campaign can be targeted any more.');
}

/** Copies what is not a field of a campaign: its rules, its terms, its picture. */
async function copyParts(
  ctx: Context & { db: Database },
  { from, to, isStandard }: { from: number; to: number; isStandard: boolean },
): Promise<void> {
  const { rules } = await readCommissionRules(ctx.db, from);
  if (rules.length > 0) await setCommissionRules(ctx, { campaignId: to, rules });
  const agreement = isStandard ? null : await currentAgreement(ctx, from);
  if (agreement !== null) await writeAgreement(ctx, { campaignId: to, text: agreement.text });
  await ctx.db.execute(
    sql`UPDATE campaigns SET image_key = (SELECT image_key FROM campaigns WHERE id = ${from}) WHERE id = ${to}`,
  );
}
