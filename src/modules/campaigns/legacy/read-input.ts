import { type Calendar, endOfDay, startOfDay } from '../../../platform/calendar.ts';
import { majorToMinor } from '../../../platform/money.ts';
import type { PriceChanges } from '../../stores/index.ts';
import { ifSaid } from '../campaign/read-input.ts';
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
  userTagIds: 'user_tags',
  storeGroupIds: 'store_groups',
  agencyIds: 'clients',
  revenueTierIds: 'revenue_tiers',
  entryId: '.id',
};

/**
 * Converts a campaign of the legacy API to our terms and units. Absent fields stay absent. 0 removes a limit,
 * because the legacy record shows a missing limit as 0.
 * @param currency the store's currency
 */
export function readLegacyCampaign(
  body: LegacyCampaignInput,
  { currency, calendar }: { currency: string; calendar: Calendar },
): CampaignInput {
  const limit = (number: number | null) => (number === 0 ? null : number);
  const minor = (major: number) => majorToMinor(major, currency);
  const payment = given(body.one_time_payment, limit);
  return {
    name: body.name,
    type: body.type,
    active: truth(body.active),
    priority: body.priority,
    validFrom: ifSaid(body.from, (day) => startOfDay(calendar, day)),
    validUntil: ifSaid(body.to, (day) => endOfDay(calendar, day)),
    maxClicks: given(body.max_clicks, limit),
    maxMoneyMinor: ifSaid(given(body.max_money, limit), minor),
    // The two money limits of version 2 are one field here.
    budgetLimitMinor: body.max_money === undefined ? undefined : null,
    hasOnetimePayment: given(payment, (major) => major !== null),
    oneTimePaymentMinor: ifSaid(payment, minor),
    perUserLimit: truth(body.each_user_limit),
    storeVisibility: given(body.store_visibility, (visibility) => visibility ?? 0),
    showForAdvertiser: truth(body.show_for_advertiser),
    campaignShow: truth(body.offer_campaign_show),
    title: body.offer_campaign_title,
    text: body.offer_campaign_text,
    influencerText: body.offer_influencer_text,
    todo: given(body._todo, (todo) => [...new Set(todo)]),
    priceChanges: readPriceChanges(body),
    targets: readTargets(body),
  };
}

/** Reads the prices of a body by source; undefined when there are none. */
export function readPriceChanges(
  body: Pick<LegacyCampaignInput, 'cpc' | 'cpa' | 'social_cpc' | 'social_cpa'>,
): PriceChanges | undefined {
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

function given<Value, Read>(value: Value | undefined, read: (value: Value) => Read): Read | undefined {
  return value === undefined ? undefined : read(value);
}

const truth = (flag: 0 | 1 | undefined) => given(flag, (value) => value === 1);
