export const en = {
  figures: {
    clicks: 'Clicks',
    orders: 'Orders',
    conversion: 'Conversion rate',
    value: 'Order value',
    basket: 'Average order value',
    cost: 'Cost',
    epc: 'EPC',
    roas: 'ROAS',
    newCreators: 'New creators',
  },
  /** Headings of narrow columns. */
  columns: { conversion: 'Conversion', basket: 'Average order' },
  byDay: 'By day',
  byMonth: 'By month',
  chartOf: (figure: string) => `${figure} by day`,
  comparedChartOf: (figure: string) => `${figure} by day, with the previous period`,
  total: 'Total',
  compare: 'Compare with',
  comparisons: { previous: 'Previous period', year: 'Previous year', none: 'No comparison' },
};
