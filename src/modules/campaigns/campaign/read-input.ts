import { amountInput } from '../../../platform/amount-input.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Calendar } from '../../../platform/calendar.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_FIXED_COST_MINOR, MAX_FIXED_MINOR, MAX_MINIMUM_ORDER_MINOR } from '../../../platform/limits.ts';
import { InvalidMoney, majorToMinor } from '../../../platform/money.ts';
import { readFields } from '../../../platform/record-fields/records.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import type { PriceInput } from './price-input.ts';
import type { CampaignPatch } from './schemas.write.ts';
import { NO_TARGETS, type Targets } from './targets.ts';
import type { CampaignFieldNames, CampaignInput } from './write-campaign.ts';

/** Version 2's names of fields that are validated together. */
export const NAMES_V2: CampaignFieldNames = {
  oneTimePayment: 'one_time_payment',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  sharedBudget: 'shared_budget_id',
  storeGroup: 'store_group_id',
  priorityAfter: 'priority_after',
  price: ({ name, index }) => `traffic_sources_costs.${index}.${name}`,
  userTagIds: 'targets.user_tag_ids',
  storeGroupIds: 'targets.store_group_ids',
  agencyIds: 'targets.client_ids',
  revenueTierIds: 'targets.revenue_tier_ids',
};

/**
 * Converts a campaign of version 2 to our terms and units. Absent fields stay absent.
 * @param currency the store's currency
 * @param isWhole kinds of targets that are absent in the body are emptied instead of kept
 * @throws InvalidInput for amounts that the currency cannot express, contradictory prices, and fields that only
 * administrators set
 */
export function readCampaignInput(
  body: CampaignPatch,
  { currency, calendar, actor, isWhole }: { currency: string; calendar: Calendar; actor: Actor; isWhole: boolean },
): CampaignInput {
  const errors: Record<string, string[]> = {};
  const fields = readFields(CAMPAIGN_FIELDS, 'v2', { body, units: { currency, calendar }, errors });
  const input: CampaignInput = {
    ...fields,
    priorityAfter: body.priority_after,
    sharedBudget: readSharedBudget(body, currency, errors),
    prices: body.traffic_sources_costs && readPrices(body.traffic_sources_costs, { currency, actor, errors }),
    targets: body.targets && { ...(isWhole ? NO_TARGETS : {}), ...readTargets(body.targets) },
  };
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return input;
}

/** The shared budget of the campaign. */
function readSharedBudget(
  { shared_budget: shared, shared_budget_id: id }: CampaignPatch,
  currency: string,
  errors: Record<string, string[]>,
): CampaignInput['sharedBudget'] {
  if (shared === undefined) return undefined;
  if (id != null) errors.shared_budget = ['must not be given together with shared_budget_id'];
  try {
    return { title: shared.title, amountMinor: majorToMinor(shared.amount, currency), isOther: id === null };
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    errors['shared_budget.amount'] = [`must be an amount of ${currency}`];
    return undefined;
  }
}

function readPrices(
  costs: NonNullable<CampaignPatch['traffic_sources_costs']>,
  { currency, actor, errors }: { currency: string; actor: Actor; errors: Record<string, string[]> },
): PriceInput[] {
  const seen = new Set<number>();
  return costs.map((cost, index) => {
    const path = `traffic_sources_costs.${index}`;
    if (seen.has(cost.source)) errors[`${path}.source`] = ['must not be named twice'];
    seen.add(cost.source);
    if (cost.user_revenue !== undefined && !actor.isAdmin)
      errors[`${path}.user_revenue`] = ['is set by administrators only'];
    const amount = (name: 'cpo' | 'invoice_cpo' | 'minimum_order', max: number) =>
      amountInput(cost[name] ?? null, { currency, path: `${path}.${name}`, max, errors });
    const cpoMinor = amount('cpo', MAX_FIXED_MINOR);
    const invoiceCpoMinor = amount('invoice_cpo', MAX_FIXED_COST_MINOR);
    if (cost.cpo_mode != null && cpoMinor === null) errors[`${path}.cpo_mode`] = ['must be given with cpo'];
    if (actor.isAdmin && invoiceCpoMinor !== null && invoiceCpoMinor < (cpoMinor ?? 0))
      errors[`${path}.invoice_cpo`] = ['must not be less than cpo'];
    // Other callers may only send back the costs that they have read (`withCosts`).
    if (actor.isAdmin) refuseCostsBelowPrice(cost, path, errors);
    return {
      source: cost.source,
      cpcMinor: cost.cpc ?? null,
      invoiceCpcMinor: cost.invoice_cpc ?? null,
      cpa: cost.cpa ?? null,
      invoiceCpa: cost.invoice_cpa ?? null,
      userShare: cost.user_revenue ?? null,
      agencyShare: null,
      cpoMinor,
      invoiceCpoMinor,
      cpoMode: cost.cpo_mode ?? null,
      minimumOrderMinor: amount('minimum_order', MAX_MINIMUM_ORDER_MINOR),
    };
  });
}

function refuseCostsBelowPrice(
  cost: NonNullable<CampaignPatch['traffic_sources_costs']>[number],
  path: string,
  errors: Record<string, string[]>,
): void {
  for (const kind of ['cpc', 'cpa'] as const) {
    const stated = cost[`invoice_${kind}`];
    if (stated != null && stated < (cost[kind] ?? 0))
      errors[`${path}.invoice_${kind}`] = [`must not be less than ${kind}`];
  }
}

/** The kinds of targets in version 2. */
export function readTargets(targets: NonNullable<CampaignPatch['targets']>): Partial<Targets> {
  return {
    ...(targets.user_ids && { userIds: targets.user_ids }),
    ...(targets.user_tag_ids && { userTagIds: targets.user_tag_ids }),
    ...(targets.store_group_ids && { storeGroupIds: targets.store_group_ids }),
    ...(targets.emails && { emails: targets.emails }),
    ...(targets.social_media_identifiers && { socialIdentifiers: targets.social_media_identifiers }),
    ...(targets.client_ids && { agencyIds: targets.client_ids }),
    ...(targets.revenue_tier_ids && { revenueTierIds: targets.revenue_tier_ids }),
  };
}
