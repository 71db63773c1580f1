import type { Calendar } from '../../../platform/calendar.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { readFields } from '../../../platform/record-fields/records.ts';
import { CAMPAIGN_FIELDS } from '../campaign/fields.ts';
import type { CampaignPriceChanges } from '../campaign/price-input.ts';
import type { Targets } from '../campaign/targets.ts';
import type { CampaignFieldNames, CampaignInput } from '../campaign/write-campaign.ts';
import type { LegacyCampaignInput } from './schemas.ts';

/** The legacy API's names of fields that are validated together. It has no fields for budgets, markets and order. */
export const LEGACY_NAMES: CampaignFieldNames = {
  oneTimePayment: 'one_time_payment',
  validFrom: 'from',
  validUntil: 'to',
  sharedBudget: 'shared_budget_id',
  storeGroup: 'store_group_id',
  priorityAfter: 'priority_after',
  price: ({ name, source }) => `${source === 1 ? 'social_' : ''}${name}`,
  userTagIds: 'user_tags',
  storeGroupIds: 'store_groups',
  agencyIds: 'clients',
  revenueTierIds: 'revenue_tiers',
  entryId: '.id',
};

/**
 * Converts a campaign of the legacy API to our terms and units. Absent fields stay absent.
 * @param currency the store's currency
 * @throws InvalidInput for amounts that the currency cannot express
 */
export function readLegacyCampaign(
  body: LegacyCampaignInput,
  { currency, calendar }: { currency: string; calendar: Calendar },
): CampaignInput {
  const errors: Record<string, string[]> = {};
  const fields = readFields(CAMPAIGN_FIELDS, 'legacy', { body, units: { currency, calendar }, errors });
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  const { oneTimePaymentMinor: payment } = fields;
  return {
    ...fields,
    // The two money limits of version 2 are one field here.
    budgetLimitMinor: body.max_money === undefined ? undefined : null,
    // The same applies to the existence and the amount of a one-time payment.
    hasOnetimePayment: payment === undefined ? undefined : payment !== null,
    todo: body._todo && [...new Set(body._todo)],
    priceChanges: readPriceChanges(body),
    targets: readTargets(body),
  };
}

/** Reads the prices of a body by source; undefined when there are none. */
export function readPriceChanges(
  body: Pick<LegacyCampaignInput, 'cpc' | 'cpa' | 'social_cpc' | 'social_cpa'>,
): CampaignPriceChanges | undefined {
  const { cpc, cpa, social_cpc, social_cpa } = body;
  if ([cpc, cpa, social_cpc, social_cpa].every((price) => price === undefined)) return undefined;
  return { general: { cpcMinor: cpc, cpa }, social: { cpcMinor: social_cpc, cpa: social_cpa } };
}

/** Reads the given kinds of targets; undefined when there are none. */
function readTargets(body: LegacyCampaignInput): Partial<Targets> | undefined {
  const targets = {
    ...(body.clients && { agencyIds: idsOf(body.clients) }),
    ...(body.revenue_tiers && { revenueTierIds: idsOf(body.revenue_tiers) }),
    ...(body.store_groups && { storeGroupIds: idsOf(body.store_groups) }),
    ...(body.users && { userIds: idsOf(body.users) }),
    ...(body.user_tags && { userTagIds: idsOf(body.user_tags) }),
    ...(body.email_users && { emails: body.email_users }),
    ...(body.social_media_users && { socialIdentifiers: body.social_media_users }),
  };
  return Object.keys(targets).length === 0 ? undefined : targets;
}

/** Returns the ids of entries that are objects. */
export function idsOf(entries: readonly { id: number }[]): number[] {
  return entries.map(({ id }) => id);
}
