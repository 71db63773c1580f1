import { presentOffer } from '../offers/present.ts';
import type { Offer, OfferPrice } from '../offers/read-offers.ts';
import type { CampaignFacts } from './campaign-facts.ts';

/** Presents a campaign in its store's list. */
export function presentStoreCampaign(publicUrl: string, offer: Offer, facts: CampaignFacts) {
  return {
    ...presentOffer(publicUrl, offer),
    name: offer.name,
    currency: offer.currency,
    valid_from: offer.validFrom?.toISOString() ?? null,
    valid_until: offer.validUntil?.toISOString() ?? null,
    prices: { general: presentPrice(offer.general), social: presentPrice(offer.social) },
    one_time_payment: facts.oneTimePaymentMinor,
    per_user_limit: offer.perUserLimit,
    max_clicks: offer.maxClicks,
    max_money: offer.maxMinor,
    shared_budget: facts.sharedBudget === null ? null : presentSharedBudget(facts.sharedBudget),
    clicks: offer.clicks,
    spent: offer.spentMinor,
    participants: facts.participants,
    waiting: facts.waiting,
  };
}

const presentPrice = (price: OfferPrice | null) => (price === null ? null : { cpc: price.cpcMinor, cpa: price.cpa });

export function presentSharedBudget(budget: NonNullable<CampaignFacts['sharedBudget']>) {
  return { id: budget.id, title: budget.title, amount: budget.amountMinor, spent: budget.spentMinor };
}
