import type { en } from './texts.en.ts';

const de: typeof en = {
  figures: {
    clicks: 'Klicks',
    orders: 'Bestellungen',
    conversion: 'Konversionsrate',
    value: 'Bestellwert',
    basket: 'Mittlerer Bestellwert',
    cost: 'Kosten',
    epc: 'EPC',
    roas: 'ROAS',
    newCreators: 'Neue Creator',
  },
  columns: { conversion: 'Konversion', basket: 'Mittlere Bestellung' },
  byDay: 'Pro Tag',
  byMonth: 'Pro Monat',
  chartOf: (figure: string) => `${figure} pro Tag`,
  comparedChartOf: (figure: string) => `${figure} pro Tag, mit dem vorherigen Zeitraum`,
  total: 'Gesamt',
  compare: 'Vergleichen mit',
  comparisons: { previous: 'Vorheriger Zeitraum', year: 'Vorjahr', none: 'Kein Vergleich' },
};

export default de;
