import { useReader } from '../../language/language.tsx';
import type { Language } from '../../language/languages.ts';

const en = {
  figure: 'Figure in the chart',
  figures: {
    clicks: 'Clicks',
    earned: 'Earned',
    orders: 'Orders',
    conversion: 'Conversion rate',
    perClick: 'Earned per click',
    perOrder: 'Earned per order',
  },
  chartOf: (figure: string) => `${figure} by day`,
  comparedChartOf: (figure: string) => `${figure} by day, with the previous period`,
  compare: 'Compare with',
  comparisons: { previous: 'Previous period', year: 'Previous year', none: 'No comparison' },
};

export type ChartWords = typeof en;

/** Few words, which are loaded with the chart in all languages: another file would take longer. */
const WORDS: Record<Language, ChartWords> = {
  en,
  sv: {
    figure: 'Värde i diagrammet',
    figures: {
      clicks: 'Klick',
      earned: 'Intäkter',
      orders: 'Ordrar',
      conversion: 'Konverteringsgrad',
      perClick: 'Intäkt per klick',
      perOrder: 'Intäkt per order',
    },
    chartOf: (figure) => `${figure} per dag`,
    comparedChartOf: (figure) => `${figure} per dag, med föregående period`,
    compare: 'Jämför med',
    comparisons: { previous: 'Föregående period', year: 'Föregående år', none: 'Ingen jämförelse' },
  },
  de: {
    figure: 'Kennzahl im Diagramm',
    figures: {
      clicks: 'Klicks',
      earned: 'Verdienst',
      orders: 'Bestellungen',
      conversion: 'Konversionsrate',
      perClick: 'Verdienst pro Klick',
      perOrder: 'Verdienst pro Bestellung',
    },
    chartOf: (figure) => `${figure} pro Tag`,
    comparedChartOf: (figure) => `${figure} pro Tag, mit dem vorherigen Zeitraum`,
    compare: 'Vergleichen mit',
    comparisons: { previous: 'Vorheriger Zeitraum', year: 'Vorjahr', none: 'Kein Vergleich' },
  },
};

export const useChartWords = (): ChartWords => WORDS[useReader().language];
