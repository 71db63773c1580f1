import { legacyTime } from '../../../platform/legacy-values.ts';
import { minorToMajor } from '../../../platform/money.ts';
import { showFields } from '../../../platform/record-fields/records.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import type { Audience } from './read-audience.ts';
import type { Campaign, CampaignPrice } from './read-campaigns.ts';

/**
 * Presents a campaign in the legacy API. Its prices are the effective ones: General applies to social clicks without
 * their own price.
 */
export function presentLegacyCampaign(campaign: Campaign) {
  const { general, currency } = campaign;
  const social = campaign.social ?? general;
  return Object.assign(showFields(CAMPAIGN_FIELDS, 'legacy', campaign), {
    id: campaign.id,
    // Version 2 does not require a name.
    name: campaign.name === '' ? campaign.title : campaign.name,
    store_id: campaign.storeId,
    cpc: general?.cpcMinor ?? 0,
    social_cpc: social?.cpcMinor ?? 0,
    invoice_cpc: billedCpc(general),
    invoice_social_cpc: billedCpc(social),
    cpa: general?.cpa ?? null,
    social_cpa: social?.cpa ?? null,
    revenue_cpa: general?.cpa ?? null,
    revenue_social_cpa: social?.cpa ?? null,
    invoice_cpa: billedCpa(general),
    invoice_social_cpa: billedCpa(social),
    current_clicks: campaign.clicks,
    max_money: wholeMajor(campaign.maxMinor ?? 0, currency),
    current_money: wholeMajor(campaign.spentMinor, currency),
    user_revenue_general: general?.userShare ?? null,
    user_revenue_social: social?.userShare ?? null,
    client_revenue: general?.agencyShare ?? null,
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

const named = ({ id, name }: { id: number; name: string }) => ({ id, name });

/** Without an invoice price, the store is billed the price of the click. */
const billedCpc = (price: CampaignPrice | null): number => price?.invoiceCpcMinor ?? price?.cpcMinor ?? 0;
const billedCpa = (price: CampaignPrice | null): number | null => price?.invoiceCpa ?? price?.cpa ?? null;

const wholeMajor = (minor: number, currency: string): number => Math.floor(minorToMajor({ minor, currency }));
