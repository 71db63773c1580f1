/** The figures of results, in the order of their columns. */
export const RESULT_FIGURES = [
  'clicks',
  'orders',
  'conversion',
  'value',
  'basket',
  'cost',
  'costPerOrder',
  'epc',
  'roas',
  'newCreators',
] as const;
export type ResultFigure = (typeof RESULT_FIGURES)[number];

/** How a period is compared with another one. */
export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Properties of clicks and orders by which results are broken down. */
export const BREAKDOWN_KINDS = ['sources', 'countries', 'devices', 'codes'] as const;
export type BreakdownKind = (typeof BREAKDOWN_KINDS)[number];

/** How earnings are broken down; the first is shown at first. */
export const CREATOR_BREAKDOWNS = ['campaigns', ...BREAKDOWN_KINDS] as const;
export const AGENCY_BREAKDOWNS = ['creators', ...CREATOR_BREAKDOWNS] as const;
export type EarningsKind = (typeof AGENCY_BREAKDOWNS)[number];
