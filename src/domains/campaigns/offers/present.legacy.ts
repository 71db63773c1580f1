import { legacyFlag, legacyTime } from '../../../platform/legacy-values.ts';
import { minorToMajor } from '../../../platform/money.ts';
import type { Audience } from './read-audience.ts';
import type { Offer, OfferPrice } from './read-offers.ts';

/**
 * Presents a campaign in the legacy API. Its prices are the effective ones: General applies to social clicks without
 * their own price.
 */
export function presentLegacyOffer(offer: Offer) {
  const { general, currency } = offer;
  const social = offer.social ?? general;
  return {
    id: offer.id,
    // Version 2 does not require a name.
    name: offer.name === '' ? offer.campaign.title : offer.name,
    type: offer.type,
    store_id: offer.storeId,
    from: printed(offer.validFrom),
    to: printed(offer.validUntil),
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
    max_clicks: offer.maxClicks ?? 0,
    current_clicks: offer.clicks,
    max_money: wholeMajor(offer.maxMinor ?? 0, currency),
    current_money: wholeMajor(offer.spentMinor, currency),
    active: legacyFlag(offer.active),
    priority: offer.priority,
    store_visibility: offer.storeVisibility,
    offer_campaign_show: legacyFlag(offer.campaign.show),
    offer_campaign_title: offer.campaign.title,
    offer_campaign_text: offer.campaign.text,
    user_revenue_general: general?.userShare ?? null,
    user_revenue_social: social?.userShare ?? null,
    client_revenue: general?.clientShare ?? null,
    created_at: legacyTime(offer.createdAt),
    updated_at: legacyTime(offer.updatedAt),
  };
}

/** Presents a single campaign in the legacy API, with the groups that it targets. */
export function presentSingleLegacyOffer(offer: Offer, audience: Audience) {
  return {
    ...presentLegacyOffer(offer),
    clients: audience.clients.map(named),
    store_groups: audience.storeGroups.map(named),
    revenue_tier: audience.revenueTiers.map(named),
    user_tags: audience.userTags.map(named),
  };
}

const named = ({ id, name }: { id: number; name: string }) => ({ id, name });

/** Without an invoice price, the store is billed the price of the click. */
const billedCpc = (price: OfferPrice | null): number => price?.invoiceCpcMinor ?? price?.cpcMinor ?? 0;
const billedCpa = (price: OfferPrice | null): number | null => price?.invoiceCpa ?? price?.cpa ?? null;

const wholeMajor = (minor: number, currency: string): number => Math.floor(minorToMajor({ minor, currency }));

const printed = (instant: Date | null): string => (instant === null ? '' : legacyTime(instant));
