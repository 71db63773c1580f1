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

/** The figures of a creator's results, in the order of the choice. */
export const CREATOR_FIGURES = ['clicks', 'earned', 'orders', 'conversion', 'perClick', 'perOrder'] as const;
export type CreatorFigure = (typeof CREATOR_FIGURES)[number];

/** What a chart of a creator's results shows, as kept in the URL; defaults are left out. */
export interface ChartSearch {
  figure?: CreatorFigure;
  vs?: Comparison;
}

/** Reads it from the URL. Invalid values are left out. */
export function readChartSearch({ figure, vs }: Record<string, unknown>): ChartSearch {
  const [shown, comparison] = [CREATOR_FIGURES.find((one) => one === figure), COMPARISONS.find((one) => one === vs)];
  return {
    ...(shown === undefined ? {} : { figure: shown }),
    ...(comparison === undefined ? {} : { vs: comparison }),
  };
}
