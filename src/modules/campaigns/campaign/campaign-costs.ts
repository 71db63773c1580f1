import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_FIXED_COST_MINOR, MAX_PRICE_MINOR } from '../../../platform/limits.ts';
import { type FixedMargin, marginOfFixed, maximumFor, sumOf } from '../../stores/index.ts';
import type { PriceField, PriceInput, StoredPrice } from './price-input.ts';

/** The margins from one source with which the prices of a campaign are charged. */
export interface StoreMargin {
  cpcMinor: number;
  cpa: number;
  cpoMinor: FixedMargin;
}

/** The circumstances in which prices are written. */
export interface PriceChangeContext {
  /** The prices of the campaign before the change. */
  before: readonly StoredPrice[];
  /** By source. */
  margins: readonly [StoreMargin, StoreMargin];
  /** An administrator states costs. Otherwise they follow from the margins. */
  statesCosts: boolean;
  nameOf(field: PriceField): string;
}

/** A price and its cost; null as in `PriceInput`. */
interface Charged {
  price: number | null;
  cost: number | null;
}

/** A kind of price: its fields, and the highest price and cost. */
const KINDS = {
  click: { price: 'cpcMinor', cost: 'invoiceCpcMinor', max: MAX_PRICE_MINOR, name: 'cpc', costName: 'invoice_cpc' },
  order: { price: 'cpa', cost: 'invoiceCpa', max: 1, name: 'cpa', costName: 'invoice_cpa' },
  fixed: {
    price: 'cpoMinor',
    cost: 'invoiceCpoMinor',
    max: MAX_FIXED_COST_MINOR,
    name: 'cpo',
    costName: 'invoice_cpo',
  },
} as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

/**
 * Returns the prices of a campaign as they are stored. Only administrators set costs and shares:
 * - The cost of a price that a store sets is not stored: it is the price with the store's margin (`effective_prices`).
 * - If an administrator has set a cost with a larger margin, this margin remains when the store changes the price. The price cannot be removed then.
 * - A price that stays the same keeps its cost.
 * - A store may send back the cost that it has read.
 * @throws InvalidInput for a cost that a store sets, and a price that is above the maximum together with its margin
 */
export function withCosts(given: readonly PriceInput[], change: PriceChangeContext): StoredPrice[] {
  const errors: Record<string, string[]> = {};
  const sources = new Set([...given, ...change.before].map(({ source }) => source));
  const rows = [...sources].sort().map((source): StoredPrice => {
    const index = given.findIndex((price) => price.source === source);
    const click = chargedOf(KINDS.click, { source, index, given }, change, errors);
    const order = chargedOf(KINDS.order, { source, index, given }, change, errors);
    const fixed = chargedOf(KINDS.fixed, { source, index, given }, change, errors);
    const shares = sharesOf({ source, index, given }, change);
    return {
      source,
      cpcMinor: click.price,
      invoiceCpcMinor: click.cost,
      cpa: order.price,
      invoiceCpa: order.cost,
      marginCpa: marginCpaAfter(order, source, change),
      cpoMinor: fixed.price,
      invoiceCpoMinor: fixed.cost,
      cpoMode: fixed.price === null ? null : modeOf({ source, index, given }, change),
      minimumOrderMinor: given[index]?.minimumOrderMinor ?? null,
      userShare: shares?.userShare ?? null,
      agencyShare: shares?.agencyShare ?? null,
    };
  });
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return rows.filter(({ source, ...values }) => Object.values(values).some((value) => value !== null));
}

/** Returns what a store pays for a price without a cost of its own. A price of 0 costs nothing. */
function charged(kind: Kind, price: number, margin: StoreMargin): number {
  return price === 0 ? 0 : Math.max(price, Math.min(sumOf(price, marginFor(kind, price, margin)), kind.max));
}

const marginFor = ({ price: field }: Kind, price: number, margin: StoreMargin): number =>
  field === 'cpoMinor' ? marginOfFixed(price, margin.cpoMinor) : margin[field];

function rowOf<Row extends PriceInput>(rows: readonly Row[], source: 0 | 1): Row | undefined {
  return rows.find((row) => row.source === source);
}

/** The `cpa` at which the margin of orders was set. A store that changes `cpa` keeps the margin, and with it the ratio by which fixed amounts are charged. */
function marginCpaAfter({ price, cost }: Charged, source: 0 | 1, { before, statesCosts }: PriceChangeContext) {
  const own = rowOf(before, source);
  const row = own?.cpa == null ? (rowOf(before, 0) ?? own) : own;
  if (row === undefined || row.invoiceCpa === null || cost === null) return null;
  if (statesCosts && (price !== row.cpa || cost !== row.invoiceCpa)) return null;
  return row.marginCpa ?? (price === row.cpa || row.cpa === 0 ? null : row.cpa);
}

/** One source in the prices of a request; its index is -1 if it is left out. */
interface GivenSource {
  source: 0 | 1;
  index: number;
  given: readonly PriceInput[];
}

/** How the fixed amount of a source is paid: as given with it; one that remains because of its margin is paid as before. */
function modeOf({ source, index, given }: GivenSource, { before }: PriceChangeContext) {
  const row = given[index];
  return row === undefined || row.cpoMinor === null ? (rowOf(before, source)?.cpoMode ?? null) : row.cpoMode;
}

/** The row whose shares a source has. The first price of a source by a store has the shares of General, which applied before. */
function sharesOf({ source, index, given }: GivenSource, { before, statesCosts }: PriceChangeContext) {
  if (statesCosts) return given[index];
  const isPriced =
    given[index] !== undefined && Object.values(KINDS).some(({ price }) => given[index]![price] !== null);
  return rowOf(before, source) ?? (isPriced ? rowOf(before, 0) : undefined);
}

function chargedOf(
  kind: Kind,
  { source, index, given }: GivenSource,
  change: PriceChangeContext,
  errors: Record<string, string[]>,
): Charged {
  const { before, margins, statesCosts, nameOf } = change;
  const price = given[index]?.[kind.price] ?? null;
  const stated = given[index]?.[kind.cost] ?? null;
  const own = rowOf(before, source);
  const had = own?.[kind.price] == null ? null : { price: own[kind.price]!, cost: own[kind.cost] };
  const margin = marginFor(kind, price ?? had?.price ?? 0, margins[source]);
  if (statesCosts) {
    const isRead = had?.price === price && had?.cost === null && stated === shownCost(kind, had, margins[source]);
    return { price, cost: isRead ? null : stated };
  }
  const shown = had ?? (price === null ? null : { price, cost: null });
  if (stated !== null && (shown === null || stated !== shownCost(kind, shown, margins[source])))
    errors[nameOf({ name: kind.costName, source, index })] = ['is set by administrators only'];
  if (had === null && own?.[kind.cost] != null) {
    // A cost that an administrator has set without a price is the least that the price costs.
    const least = own[kind.cost]!;
    return { price, cost: price === null ? least : Math.max(least, Math.min(sumOf(price, margin), kind.max)) };
  }
  const general = rowOf(before, 0);
  const applied =
    had ?? (general?.[kind.price] == null ? null : { price: general[kind.price]!, cost: general[kind.cost] });
  const set = applied?.cost == null ? null : sumOf(applied.cost, -applied.price);
  if (price === null) return had !== null && set !== null && set > margin ? had : { price: null, cost: null };
  if (price === applied?.price) return { price, cost: applied.cost };
  if (set === null || set <= margin) return { price, cost: null };
  if (sumOf(price, set) > kind.max)
    errors[nameOf({ name: kind.name, source, index })] = [
      maximumFor(kind === KINDS.fixed ? `${kind.max - set} minor units` : sumOf(kind.max, -set)),
    ];
  return { price, cost: sumOf(price, set) };
}

/** The cost that the interface shows with a price. */
function shownCost(kind: Kind, { price, cost }: { price: number; cost: number | null }, margin: StoreMargin): number {
  return cost ?? charged(kind, price, margin);
}
