/**
 * What the statistics of a creator or an agency show, as kept in the URL: the figure of the chart, the period for comparison, how the earnings are broken down, and
 * the currency. Unknown ones are ignored.
 */
export interface ChartSearch {
  figure?: string;
  vs?: string;
  by?: string;
  currency?: string;
}

export const readChartSearch = ({ figure, vs, by, currency }: Record<string, unknown>): ChartSearch => ({
  ...(typeof by === 'string' && { by }),
  ...(typeof currency === 'string' && { currency }),
  ...(typeof figure === 'string' && { figure }),
  ...(typeof vs === 'string' && { vs }),
});
