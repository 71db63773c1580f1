import type { en } from './texts.en.ts';

const de: typeof en = {
  figures: {
    clicks: 'Klicks',
    orders: 'Bestellungen',
    conversion: 'Konversionsrate',
    value: 'Bestellwert',
    basket: 'Mittlerer Bestellwert',
    cost: 'Kosten',
    costPerOrder: 'Kosten pro Bestellung',
    epc: 'EPC',
    roas: 'ROAS',
    newCreators: 'Neue Creator',
  },
  columns: { conversion: 'Konversion', basket: 'Mittlere Bestellung' },
  group: {
    sources: 'Quelle',
    countries: 'Land',
    devices: 'Gerät',
    codes: 'Code',
    campaigns: 'Kampagne',
    creators: 'Creator',
  },
  sources: { general: 'Links anderswo', social: 'Soziale Netzwerke' },
  devices: { desktop: 'Computer', mobile: 'Smartphone', tablet: 'Tablet', other: 'Andere' },
  without: {
    sources: 'Ohne Klick',
    countries: 'Unbekannt oder ohne Klick',
    devices: 'Unbekannt oder ohne Klick',
    codes: 'Ohne Code',
  },
  tooLong: (most: string) =>
    `Quellen, Länder und Geräte sind von einzelnen Klicks bekannt, die für höchstens ${most} Tage gelesen werden.`,
  lastDays: (most: string) => `Die letzten ${most} Tage anzeigen`,
  by: 'Anzeigen nach',
  kinds: {
    creators: 'Creator',
    sources: 'Quellen',
    countries: 'Länder',
    devices: 'Geräte',
    campaigns: 'Kampagnen',
    codes: 'Codes',
  },
  earnings: {
    earned: 'Verdienst',
    creators: 'Creator-Verdienst',
    agency: 'Agenturverdienst',
    perClick: 'Verdienst pro Klick',
  },
  earningsBy: (group: string) => `Verdienst nach ${group}`,
  currency: 'Währung',
  noCampaign: 'Keine Kampagne (Standardvergütung)',
  nothing: { title: 'Keine Ergebnisse', hint: 'Keine Klicks oder Bestellungen in diesen Tagen.' },
  byDay: 'Pro Tag',
  byMonth: 'Pro Monat',
  chartOf: (figure: string) => `${figure} pro Tag`,
  comparedChartOf: (figure: string) => `${figure} pro Tag, mit dem vorherigen Zeitraum`,
  total: 'Gesamt',
  compare: 'Vergleichen mit',
  comparisons: { previous: 'Vorheriger Zeitraum', year: 'Vorjahr', none: 'Kein Vergleich' },
};

export default de;
