import type { CampaignPrice } from './read-campaigns.ts';

/**
 * A campaign's prices for one source. Shares and cpa have at most six decimals. A price that is null is the store's own price of that kind; a cost that is
 * null is the price with the store's margin.
 */
export interface PriceInput extends CampaignPrice {
  source: 0 | 1;
}

/** A campaign's prices for one source as they are stored. */
export interface StoredPrice extends PriceInput {
  /** The `cpa` at which an administrator set the margin of orders, if it has changed since. */
  marginCpa: number | null;
}

/** A change of the prices for one source; omitted prices are unchanged, null removes one. */
export interface PriceChange {
  cpcMinor?: number | null | undefined;
  cpa?: number | null | undefined;
}

export interface CampaignPriceChanges {
  general?: PriceChange;
  social?: PriceChange;
}

/** A field of prices in a request, for errors. */
export interface PriceField {
  name: 'cpc' | 'cpa' | 'cpo' | 'invoice_cpc' | 'invoice_cpa' | 'invoice_cpo';
  source: 0 | 1;
  /** The position of its source in the request. */
  index: number;
}
