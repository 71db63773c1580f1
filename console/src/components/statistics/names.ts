/** The figures of results, in the order of their columns. */
export const RESULT_FIGURES = [
  'clicks',
  'orders',
  'conversion',
  'value',
  'basket',
  'cost',
  'epc',
  'roas',
  'newCreators',
] as const;
export type ResultFigure = (typeof RESULT_FIGURES)[number];

/** How a period is compared with another one. */
export const COMPARISONS = ['previous', 'year', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];
