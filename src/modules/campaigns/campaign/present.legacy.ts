import { legacyTime } from '../../../platform/legacy-values.ts';
import { minorToMajor, moneyObject } from '../../../platform/money.ts';
import { showFields } from '../../../platform/record-fields/records.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import type { Audience } from './read-audience.ts';
import type { Campaign } from './read-campaigns.ts';

/**
 * Presents a campaign in the legacy API. Its prices are the effective ones: the store's where the campaign has none, and General for social clicks
 * without their own price.
 */
export function presentLegacyCampaign(campaign: Campaign) {
  const { effective, currency } = campaign;
  const { general, social } = effective;
  return Object.assign(showFields(CAMPAIGN_FIELDS, 'legacy', campaign), {
    id: campaign.id,
    // Version 2 does not require a name.
    name: campaign.name === '' ? campaign.title : campaign.name,
    store_id: campaign.storeId,
    cpc: general.cpcMinor ?? 0,
    social_cpc: social.cpcMinor ?? 0,
    invoice_cpc: general.invoiceCpcMinor ?? 0,
    invoice_social_cpc: social.invoiceCpcMinor ?? 0,
    cpa: general.cpa,
    social_cpa: social.cpa,
    revenue_cpa: general.cpa,
    revenue_social_cpa: social.cpa,
    invoice_cpa: general.invoiceCpa,
    invoice_social_cpa: social.invoiceCpa,
    cpo: fixedAmount(general.cpoMinor, currency),
    social_cpo: fixedAmount(social.cpoMinor, currency),
    invoice_cpo: fixedAmount(general.invoiceCpoMinor, currency),
    invoice_social_cpo: fixedAmount(social.invoiceCpoMinor, currency),
    cpo_mode: general.cpoMode ?? ('added' as const),
    minimum_order: fixedAmount(general.minimumOrderMinor, currency),
    current_clicks: campaign.clicks,
    max_money: wholeMajor(campaign.maxMinor ?? 0, currency),
    current_money: wholeMajor(campaign.spentMinor, currency),
    user_revenue_general: general.userShare,
    user_revenue_social: social.userShare,
    client_revenue: general.agencyShare,
    created_at: legacyTime(campaign.createdAt),
    updated_at: legacyTime(campaign.updatedAt),
  });
}

/** Presents a single campaign in the legacy API, with the groups that it targets. */
export function presentSingleLegacyCampaign(campaign: Campaign, audience: Audience) {
  return {
    ...presentLegacyCampaign(campaign),
    clients: audience.agencies.map(named),
    store_groups: audience.storeGroups.map(named),
    revenue_tier: audience.revenueTiers.map(named),
    user_tags: audience.userTags.map(named),
  };
}

const fixedAmount = (minor: number | null, currency: string) =>
  minor === null ? null : moneyObject({ minor, currency });

const named = ({ id, name }: { id: number; name: string }) => ({ id, name });

const wholeMajor = (minor: number, currency: string): number => Math.floor(minorToMajor({ minor, currency }));
