import { type FixedMargin, fixedCost, ratioOfOrders } from '../stores/index.ts';
import type { CampaignTerms, FixedTerms, Price, Source } from './profile.ts';

/** Whose price is paid: the participant's own, the campaign's, or the store's. */
type PriceOwner = 'participant' | 'campaign' | 'store';

/** A price for clicks (minor units) or orders (millionths of their value, or minor units for each), and what the store pays for it. */
interface PaidPrice {
  amount: number;
  cost: number;
  owner: PriceOwner;
  /** The row that sets it. */
  row: Price;
}

/** The terms whose prices are looked up: those of a campaign; without one, the store's own. */
type PricedTerms = Pick<CampaignTerms, 'prices' | 'overrides'>;

/** A kind of price. */
interface PriceKind {
  amountOf(row: Price): number | null;
  /** What the store pays; null: the price with the store's margin. */
  costOf(row: Price): number | null;
  /** What a price without a cost of its own costs, with the margins of its owner. */
  chargedOf(amount: number, margins: Margins): number;
}

/** Whose margins a price is charged with. */
interface Margins {
  owner: PriceOwner;
  source: Source;
  /** The campaign's prices. */
  prices: readonly Price[];
  storePrices: readonly Price[];
}

const CLICK: PriceKind = {
  amountOf: (row) => row.cpcMinor,
  costOf: (row) => row.invoiceCpcMinor,
  chargedOf: (amount, margins) => charged(CLICK, amount, margins, 100_000),
};

const ORDER: PriceKind = {
  amountOf: (row) => row.cpaPpm,
  costOf: (row) => row.invoiceCpaPpm,
  chargedOf: (amount, margins) => charged(ORDER, amount, margins, 1_000_000),
};

const FIXED: PriceKind = {
  amountOf: (row) => row.cpoMinor,
  costOf: (row) => row.invoiceCpoMinor,
  chargedOf: (amount, margins) => fixedCost(amount, fixedMargin(margins)),
};

/**
 * Returns the price of a click from a source, in minor units; null: none is set. Each kind of price is looked up by itself: the participant's own price
 * for the source, the campaign's for the source, the participant's for General, the campaign's for General, the store's own for the source,
 * the store's for General. `effective_prices.sql` computes the same for lists.
 */
export function priceOfClick(terms: PricedTerms, storePrices: readonly Price[], source: Source): PaidPrice | null {
  return paidPrice(CLICK, terms, storePrices, source);
}

/** The same for an order after a click from the source, in millionths of its value. */
export function priceOfOrder(terms: PricedTerms, storePrices: readonly Price[], source: Source): PaidPrice | null {
  return paidPrice(ORDER, terms, storePrices, source);
}

/**
 * Returns what an order after a click from the source pays beside the part of its value; null: nothing. The fixed amount is looked up like every price, and
 * how it is paid is stated with it. The minimum value of orders is looked up by itself.
 */
export function fixedTermsOf(terms: PricedTerms, storePrices: readonly Price[], source: Source): FixedTerms | null {
  const price = paidPrice(FIXED, terms, storePrices, source);
  const [, minimum] = inOrderOf(terms, storePrices, source).find(([, row]) => row?.minimumOrderMinor != null) ?? [];
  const fixed: FixedTerms = {};
  if (price !== null && price.cost > 0) {
    fixed.cpo_minor = price.amount;
    fixed.invoice_cpo_minor = price.cost;
    if (price.row.cpoMode === 'larger') fixed.cpo_mode = 'larger';
  }
  if (minimum?.minimumOrderMinor) fixed.minimum_order_minor = minimum.minimumOrderMinor;
  return Object.keys(fixed).length === 0 ? null : fixed;
}

/** The row of the source, otherwise the row of General (0). */
export function rowFor(source: Source, prices: readonly Price[]): Price | undefined {
  return rowOf(source, prices) ?? rowOf(0, prices);
}

/** The rows that may set a price for the source, in order of precedence. */
function inOrderOf(
  { prices, overrides }: PricedTerms,
  storePrices: readonly Price[],
  source: Source,
): readonly (readonly [PriceOwner, Price | undefined])[] {
  return [
    ['participant', rowOf(source, overrides)],
    ['campaign', rowOf(source, prices)],
    ['participant', rowOf(0, overrides)],
    ['campaign', rowOf(0, prices)],
    ['store', rowOf(source, storePrices)],
    ['store', rowOf(0, storePrices)],
  ];
}

function paidPrice(
  kind: PriceKind,
  terms: PricedTerms,
  storePrices: readonly Price[],
  source: Source,
): PaidPrice | null {
  // A cost that an administrator has set for a campaign without a price is the least that the applying price costs.
  let least = 0;
  for (const [owner, row] of inOrderOf(terms, storePrices, source)) {
    if (row === undefined) continue;
    const amount = kind.amountOf(row);
    const set = kind.costOf(row);
    if (amount !== null) {
      const cost = set ?? kind.chargedOf(amount, { owner, source: row.source, prices: terms.prices, storePrices });
      return { amount, cost: Math.max(cost, least), owner, row };
    }
    if (owner === 'campaign') least = Math.max(least, set ?? 0);
  }
  return null;
}

const rowOf = (source: Source, rows: readonly Price[]) => rows.find((row) => row.source === source);

/** What the store pays for a price without a cost of its own. A price of 0 costs nothing. */
function charged(kind: PriceKind, amount: number, margins: Margins, max: number): number {
  return amount === 0 ? 0 : Math.max(amount, Math.min(amount + marginFor(kind, margins), max));
}

/** The margin of a price that has no cost of its own: the store's, or for a participant a larger one of the campaign. */
function marginFor(kind: PriceKind, { owner, source, prices, storePrices }: Margins): number {
  if (owner === 'store') return 0;
  const ofStore = marginOf(kind, source, storePrices) ?? 0;
  return owner === 'campaign' ? ofStore : Math.max(ofStore, marginOf(kind, source, prices) ?? 0);
}

/** The margin that rows set for a kind of price; null: none. `alone`: also by a cost without a price. */
function marginOf(kind: PriceKind, source: Source, rows: readonly Price[], alone = false): number | null {
  const row = rowFor(
    source,
    rows.filter((one) => kind.amountOf(one) !== null || (alone && kind.costOf(one) !== null)),
  );
  const cost = row === undefined ? null : kind.costOf(row);
  return cost === null ? null : Math.max(cost - (kind.amountOf(row!) ?? 0), 0);
}

/**
 * The margin of a fixed amount that has no cost of its own. The store's remains if it removes its price. Where the store or the campaign sets none for fixed
 * amounts, that of its orders applies, in the ratio to their commission: otherwise fixed amounts would be free of the margin.
 */
function fixedMargin({ owner, source, prices, storePrices }: Margins): FixedMargin {
  const ofStore = marginOf(FIXED, source, storePrices, true);
  const ratioOfStore = ofStore === null ? ratioOf(source, storePrices) : 0;
  if (owner === 'store') return { minor: 0, ratioPpm: ratioOfStore };
  const ofCampaign = marginOf(FIXED, source, prices);
  return {
    minor: Math.max(ofStore ?? 0, owner === 'participant' ? (ofCampaign ?? 0) : 0),
    ratioPpm: Math.max(ratioOfStore, ofCampaign === null ? ratioOf(source, prices) : 0),
  };
}

function ratioOf(source: Source, rows: readonly Price[]): number {
  const row = rowFor(
    source,
    rows.filter(({ cpaPpm }) => cpaPpm !== null),
  );
  return row === undefined ? 0 : ratioOfOrders({ ...row, cpaPpm: row.cpaPpm! });
}
