import { MAX_FIXED_COST_MINOR } from '../../../platform/limits.ts';

/** The margin of fixed amounts for orders: minor units, and the ratio of the margin to the price in millionths. The larger one applies. */
export interface FixedMargin {
  minor: number;
  ratioPpm: number;
}

/** What a store pays for a fixed amount with a margin. A price of 0 costs nothing. `fixed_cost.sql` computes the same. */
export function fixedCost(priceMinor: number, margin: FixedMargin): number {
  if (priceMinor === 0) return 0;
  return Math.max(priceMinor, Math.min(priceMinor + marginOfFixed(priceMinor, margin), MAX_FIXED_COST_MINOR));
}

/** The margin of a fixed amount, to the nearest minor unit. */
export const marginOfFixed = (priceMinor: number, { minor, ratioPpm }: FixedMargin): number =>
  Math.max(minor, Math.round((priceMinor * ratioPpm) / 1_000_000));

/** The price of orders whose margin applies to fixed amounts: parts of their value in millionths. */
interface MarginOfOrders {
  cpaPpm: number;
  invoiceCpaPpm: number | null;
  /** The price at which the margin was set, if it has changed since. */
  marginCpaPpm: number | null;
}

/** The ratio of the margin of orders to their commission, in millionths, with which fixed amounts without a margin of their own are charged. */
export function ratioOfOrders({ cpaPpm, invoiceCpaPpm, marginCpaPpm }: MarginOfOrders): number {
  const base = marginCpaPpm ?? cpaPpm;
  if (invoiceCpaPpm === null || base === 0) return 0;
  return Math.max(Math.round(((invoiceCpaPpm - cpaPpm) * 1_000_000) / base), 0);
}
