import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { NAMES_V2 } from '../campaign/read-input.ts';
import { NO_TARGETS } from '../campaign/targets.ts';
import { type CampaignInput, createCampaign } from '../campaign/write-campaign.ts';
import type { CampaignType } from '../participants/transitions.ts';

/** A campaign that exists only in the caller's transaction. */
interface Draft {
  campaignId: number;
  /** The sum of one-time payments that would be promised to the named creators, in minor units of the store's currency. */
  promisedMinor: number;
  /** Whether targets that name no user are left out. */
  omitsTargets: boolean;
}

/**
 * Creates a campaign for a forecast, for the users that its targets name. It is paused and has no participants: every named user
 * counts as a participant. Other targets are left out, because a forecast must not reveal whom they include. The caller rolls the
 * transaction back.
 * @throws InvalidInput like `createCampaign`, and naming `targets.user_ids` when the campaign would apply to nobody
 */
export async function createDraft(
  ctx: Context,
  {
    storeId,
    input,
    like,
  }: { storeId: number; input: CampaignInput & { type: CampaignType }; like?: number | undefined },
): Promise<Draft> {
  const { userIds, ...others } = { ...NO_TARGETS, ...input.targets };
  const omitsTargets = Object.values(others).some((list) => list.length > 0);
  const isForEverybody = input.type === 'standard' && userIds.length === 0 && !omitsTargets;
  const { id, skippedUserIds } = await createCampaign(ctx, {
    storeId,
    input: { ...input, type: 'standard', active: false, targets: { ...NO_TARGETS, userIds } },
    names: NAMES_V2,
    like,
    isDraft: true,
  });
  const skipped = new Set(skippedUserIds);
  const named = [...new Set(userIds)].filter((userId) => !skipped.has(userId));
  if (named.length === 0 && !isForEverybody)
    throw new InvalidInput({ 'targets.user_ids': ['must contain a creator to whom the campaign would apply'] });
  const payment = input.type !== 'standard' && input.hasOnetimePayment ? (input.oneTimePaymentMinor ?? 0) : 0;
  return { campaignId: id, promisedMinor: payment * named.length, omitsTargets };
}
