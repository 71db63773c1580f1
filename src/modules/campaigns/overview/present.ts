import { presentCampaign } from '../campaign/present.ts';
import type { Campaign, CampaignPrice } from '../campaign/read-campaigns.ts';
import type { CampaignOverview } from './campaign-overview.ts';

/** Presents a campaign in its store's list. */
export function presentStoreCampaign(publicUrl: string, campaign: Campaign, facts: CampaignOverview) {
  return {
    ...presentCampaign(publicUrl, campaign),
    name: campaign.name,
    currency: campaign.currency,
    valid_from: campaign.validFrom?.toISOString() ?? null,
    valid_until: campaign.validUntil?.toISOString() ?? null,
    prices: presentPrices(campaign.effective, campaign.currency),
    one_time_payment: facts.oneTimePaymentMinor,
    per_user_limit: campaign.perUserLimit,
    max_clicks: campaign.maxClicks,
    max_money: campaign.maxMinor,
    shared_budget: facts.sharedBudget === null ? null : presentSharedBudget(facts.sharedBudget),
    clicks: campaign.clicks,
    spent: campaign.spentMinor,
    participants: facts.participants,
    waiting: facts.waiting,
  };
}

/** Presents what the next click and order pay and cost, by source. */
export const presentPrices = ({ general, social }: Campaign['effective'], currency: string) => ({
  general: presentPrice(general, currency),
  social: presentPrice(social, currency),
});

const presentPrice = (price: CampaignPrice, currency: string) => ({
  cpc: price.cpcMinor,
  cpa: price.cpa,
  invoice_cpc: price.invoiceCpcMinor,
  invoice_cpa: price.invoiceCpa,
  cpo: amountOf(price.cpoMinor, currency),
  invoice_cpo: amountOf(price.invoiceCpoMinor, currency),
  cpo_mode: price.cpoMode ?? ('added' as const),
  minimum_order: amountOf(price.minimumOrderMinor, currency),
});

const amountOf = (minor: number | null, currency: string) => (minor === null ? null : { minor, currency });

function presentSharedBudget(budget: NonNullable<CampaignOverview['sharedBudget']>) {
  return { id: budget.id, title: budget.title, amount: budget.amountMinor, spent: budget.spentMinor };
}
