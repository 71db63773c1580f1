import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { currentAgreement } from '../agreements/agreement.ts';
import { writeAgreement } from '../agreements/write-agreement.ts';
import { type CampaignPrice, readCampaigns } from '../campaign/read-campaigns.ts';
import { NAMES_V2, readCampaignInput } from '../campaign/read-input.ts';
import type { CampaignBody } from '../campaign/schemas.write.ts';
import type { Targets } from '../campaign/targets.ts';
import { type CampaignInput, createCampaign, type WrittenCampaign } from '../campaign/write-campaign.ts';
import { type CommissionRule, readCommissionRules } from '../commission-rules/commission-rules.ts';
import { setCommissionRules } from '../commission-rules/set-commission-rules.ts';
import { type GiftInput, giftToCopy, setGift } from '../gifts/set-gift.ts';
import { presentCost, readDefinition } from '../overview/read-definition.ts';
import type { CampaignFacts } from '../policy.ts';
import { type QuestionText, readQuestions, setQuestions } from '../questions/questions.ts';
import { type RateSteps, stepsToCopy } from '../rate-steps/rate-steps.ts';
import { mayUseTag, setRateSteps } from '../rate-steps/set-rate-steps.ts';

export const CONTENT_ERRORS = ['made_for_one_user', 'no_audience_left'] as const;

/** The content of a campaign, without its participants and the usage of its limits. Templates store it. */
export interface CampaignContent {
  /** In the form and units of a write request. */
  offer: Static<typeof CampaignBody>;
  /** In the order in which rules are tried. */
  rules: readonly CommissionRule[];
  /** The terms that participants accept; null: none. */
  terms: string | null;
  /** How its rates rise, without margins; templates from before rates could rise have none. */
  rateSteps?: RateSteps | null;
  /** What it asks of applicants; templates from before there were questions have none. */
  questions?: readonly QuestionText[];
  /** What it gives its participants; templates from before there were gifts have none. */
  gift?: GiftInput | null;
  /** Key of its picture in the file storage. */
  imageKey: string | null;
}

/**
 * Reads the content of a campaign. Prices that only administrators set are included only for them.
 * @throws NotFound; RuleRefused `made_for_one_user`
 */
export async function readContent(
  ctx: Context,
  { campaign: facts, calendar }: { campaign: CampaignFacts; calendar: Calendar },
): Promise<CampaignContent> {
  const [campaign] = await readCampaigns(ctx, [facts.id]);
  if (campaign === undefined) throw new NotFound('offer');
  if (campaign.onlyUserId !== null)
    throw new RuleRefused('made_for_one_user', 'The campaign contains the individual terms of one creator.');
  const { offer } = await readDefinition(ctx, facts, calendar);
  const { rules } = await readCommissionRules(ctx.db, facts.id);
  const rateSteps = await stepsToCopy(ctx.db, facts.id);
  const agreement = offer.type === 'standard' ? null : await currentAgreement(ctx, facts.id);
  const questions = (await readQuestions(ctx, facts.id)).map(({ text, isRequired }) => ({ text, isRequired }));
  const gift = await giftToCopy(ctx, facts.id);
  const costs = [campaign.general, campaign.social].flatMap((price, source) =>
    price === null
      ? []
      : [
          presentCost(withoutInternals(price, ctx.actor), {
            source: source as 0 | 1,
            currency: campaign.currency,
            withShares: ctx.actor.isAdmin,
          }),
        ],
  );
  const copied = { ...offer, traffic_sources_costs: costs };
  const terms = agreement?.text ?? null;
  return { offer: copied, rules, rateSteps, terms, questions, gift, imageKey: campaign.imageKey };
}

/** The prices without the costs that only administrators set, except for them. */
const withoutInternals = (price: CampaignPrice, { isAdmin }: Context['actor']): CampaignPrice =>
  isAdmin ? price : { ...price, invoiceCpcMinor: null, invoiceCpa: null, invoiceCpoMinor: null };

/**
 * Creates a paused campaign with a content, by the same use case and checks as any campaign. Dates that are past are left out. People are targeted only by
 * a `standard` campaign, because in any other each of them would become a participant, and be invited. Rates do not rise if the store may no longer use the tag of
 * those for whom they did.
 * @param title null: that of the content
 * @throws InvalidInput and RuleRefused as `createCampaign`; RuleRefused `no_audience_left`
 */
export async function createFromContent(
  ctx: Context & { db: Database },
  {
    store,
    calendar,
    content,
    title,
  }: { store: { id: number; currency: string }; calendar: Calendar; content: CampaignContent; title: string | null },
): Promise<WrittenCampaign> {
  const { offer, rules, rateSteps = null, terms, questions = [], gift = null, imageKey } = content;
  const input = readCampaignInput(offer, { currency: store.currency, calendar, actor: ctx.actor, isWhole: true });
  const targets = input.targets ?? {};
  const copy = {
    ...input,
    ...(title === null ? {} : { title }),
    type: offer.type,
    active: false,
    validFrom: inFuture(input.validFrom, ctx),
    validUntil: inFuture(input.validUntil, ctx),
    targets: offer.type === 'standard' ? targets : withoutPeople(targets),
  };
  const written = await createCampaign(ctx, { storeId: store.id, input: copy, names: NAMES_V2 });
  refuseEverybody(copy, written);
  if (rules.length > 0) await setCommissionRules(ctx, { campaignId: written.id, rules });
  if (rateSteps !== null && (await mayUseTag(ctx.db, { storeId: store.id, userTagId: rateSteps.userTagId })))
    await setRateSteps(ctx, { campaignId: written.id, wanted: rateSteps });
  if (terms !== null) await writeAgreement(ctx, { campaignId: written.id, text: terms });
  if (questions.length > 0) await setQuestions(ctx, { campaignId: written.id, questions });
  if (gift !== null) await setGift(ctx, { campaignId: written.id, currency: store.currency, gift, isCopy: true });
  await ctx.db.execute(sql`UPDATE campaigns SET image_key = ${imageKey} WHERE id = ${written.id}`);
  return written;
}

const inFuture = (at: Date | null | undefined, { now }: Pick<Context, 'now'>): Date | null =>
  at != null && at > now() ? at : null;

const withoutPeople = (targets: Partial<Targets>): Partial<Targets> => ({
  ...targets,
  userIds: [],
  emails: [],
  socialIdentifiers: [],
});

/** A standard campaign without targets is for everybody, which the original was not. */
function refuseEverybody({ type, targets }: CampaignInput, { skippedUserIds }: WrittenCampaign): void {
  const all = Object.values(targets ?? {}).reduce((sum, list) => sum + list.length, 0);
  if (type === 'standard' && all > 0 && skippedUserIds.length >= all)
    throw new RuleRefused('no_audience_left', 'Nobody in the audience of the campaign can be targeted any more.');
}
