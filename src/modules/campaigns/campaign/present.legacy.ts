import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import { minorToMajor } from '../../../platform/money.ts';
import type { Audience } from './read-audience.ts';
import type { Campaign, CampaignPrice } from './read-campaigns.ts';

/**
 * Presents a campaign in the legacy API. Its prices are the effective ones: General applies to social clicks without
 * their own price.
 */
export function presentLegacyCampaign(campaign: Campaign) {
  const { general, currency } = campaign;
  const social = campaign.social ?? general;
  return {
    id: campaign.id,
    // Version 2 does not require a name.
    name: campaign.name === '' ? campaign.campaign.title : campaign.name,
    type: campaign.type,
    store_id: campaign.storeId,
    from: printed(campaign.validFrom),
    to: printed(campaign.validUntil),
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
    max_clicks: campaign.maxClicks ?? 0,
    current_clicks: campaign.clicks,
    max_money: wholeMajor(campaign.maxMinor ?? 0, currency),
    current_money: wholeMajor(campaign.spentMinor, currency),
    active: legacyFlag(campaign.active),
    priority: campaign.priority,
    store_visibility: campaign.storeVisibility,
    offer_campaign_show: legacyFlag(campaign.campaign.show),
    offer_campaign_title: campaign.campaign.title,
    offer_campaign_text: campaign.campaign.text,
    user_revenue_general: general?.userShare ?? null,
    user_revenue_social: social?.userShare ?? null,
    client_revenue: general?.agencyShare ?? null,
    created_at: legacyTime(campaign.createdAt),
    updated_at: legacyTime(campaign.updatedAt),
  };
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

const printed = (instant: Date | null): string => (instant === null ? '' : legacyTime(instant));
