import type { CampaignPrice } from './read-campaigns.ts';

/** A campaign's prices for one source. Shares and cpa have at most six decimals. */
export interface PriceInput extends CampaignPrice {
  source: 0 | 1;
}
