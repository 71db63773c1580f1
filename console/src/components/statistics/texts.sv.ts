import type { en } from './texts.en.ts';

const sv: typeof en = {
  figures: {
    clicks: 'Klick',
    orders: 'Ordrar',
    conversion: 'Konverteringsgrad',
    value: 'Ordervärde',
    basket: 'Genomsnittligt ordervärde',
    cost: 'Kostnad',
    epc: 'EPC',
    roas: 'ROAS',
    newCreators: 'Nya kreatörer',
  },
  columns: { conversion: 'Konvertering', basket: 'Snittorder' },
  byDay: 'Per dag',
  byMonth: 'Per månad',
  chartOf: (figure) => `${figure} per dag`,
  comparedChartOf: (figure) => `${figure} per dag, med föregående period`,
  total: 'Totalt',
  compare: 'Jämför med',
  comparisons: { previous: 'Föregående period', year: 'Föregående år', none: 'Ingen jämförelse' },
};

export default sv;
