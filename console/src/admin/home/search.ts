/** The figures of results in the chart of the marketplace. */
export const CHARTED = ['clicks', 'orders', 'conversion', 'value', 'basket', 'cost', 'epc', 'roas'] as const;
/** Who earns the cost. */
export const PARTIES = ['creators', 'agencies', 'platform'] as const;
export type MarketFigure = (typeof CHARTED)[number] | (typeof PARTIES)[number];

/** Search parameters of the overview; defaults are left out. */
export interface MarketSearch {
  from?: string;
  to?: string;
  /** The measure of the chart. */
  figure?: string;
  /** The period for comparison. */
  vs?: string;
}
