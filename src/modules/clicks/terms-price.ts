import { MAX_FIXED_MINOR } from '../../platform/limits.ts';
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
  /** The highest cost that a margin leads to. */
  max: number;
  /** Whether a store's margin remains if its price is removed. */
  keepsMargin: boolean;
}

const CLICK: PriceKind = {
  amountOf: (row) => row.cpcMinor,
  costOf: (row) => row.invoiceCpcMinor,
  max: 100_000,
  keepsMargin: false,
};

const ORDER: PriceKind = {
  amountOf: (row) => row.cpaPpm,
  costOf: (row) => row.invoiceCpaPpm,
  max: 1_000_000,
  keepsMargin: false,
};

const FIXED: PriceKind = {
  amountOf: (row) => row.cpoMinor,
  costOf: (row) => row.invoiceCpoMinor,
  max: MAX_FIXED_MINOR,
  keepsMargin: true,
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
      const cost =
        set ?? charged(kind, amount, marginFor(kind, owner, row.source, { prices: terms.prices, storePrices }));
      return { amount, cost: Math.max(cost, least), owner, row };
    }
    if (owner === 'campaign') least = Math.max(least, set ?? 0);
  }
  return null;
}

const rowOf = (source: Source, rows: readonly Price[]) => rows.find((row) => row.source === source);

/** What the store pays for a price without a cost of its own. A price of 0 costs nothing. */
function charged(kind: PriceKind, amount: number, margin: number): number {
  return amount === 0 ? 0 : Math.max(amount, Math.min(amount + margin, kind.max));
}

/** The margin of a price that has no cost of its own: the store's, or for a participant a larger one of the campaign. */
function marginFor(
  kind: PriceKind,
  owner: PriceOwner,
  source: Source,
  { prices, storePrices }: { prices: readonly Price[]; storePrices: readonly Price[] },
): number {
  if (owner === 'store') return 0;
  const ofStore = marginOf(kind, source, storePrices, kind.keepsMargin);
  return owner === 'campaign' ? ofStore : Math.max(ofStore, marginOf(kind, source, prices, false));
}

function marginOf(kind: PriceKind, source: Source, rows: readonly Price[], isWithoutPrice: boolean): number {
  const row = rowFor(
    source,
    rows.filter((one) => kind.amountOf(one) !== null || (isWithoutPrice && kind.costOf(one) !== null)),
  );
  const cost = row === undefined ? null : kind.costOf(row);
  return cost === null ? 0 : Math.max(cost - (kind.amountOf(row!) ?? 0), 0);
}
