/** What the chart of a creator's results shows, as kept in the URL: the figure and the period for comparison. The chart ignores unknown ones. */
export interface ChartSearch {
  figure?: string;
  vs?: string;
}

export const readChartSearch = ({ figure, vs }: Record<string, unknown>): ChartSearch => ({
  ...(typeof figure === 'string' && { figure }),
  ...(typeof vs === 'string' && { vs }),
});
