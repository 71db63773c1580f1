import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Wie die Beträge zustande kommen',
  loading: 'Wird geladen …',
  amounts: {
    store: 'Shop zahlt',
    creator: 'Creator verdient',
    agency: 'Agentur verdient',
    platform: 'Plattform behält',
  },
  own: { store: 'Sie zahlen', creator: 'Sie verdienen', agency: 'Sie verdienen' },
  clicked: 'Geklickt',
  from: 'Aus',
  sources: { general: 'Andere Seiten', social: 'Soziales Netzwerk' },
  showRules: 'Alle Regeln anzeigen',
  hideRules: 'Regeln ausblenden',
  omitted: 'Nicht angezeigt, weil es andere betrifft:',
  omissions: {
    store_amount: 'was der Shop zahlt',
    creator_amount: 'was der Creator verdient',
    agency_amount: 'was die Agentur verdient',
    platform_amount: 'was die Plattform behält',
    campaign_caps: 'Obergrenzen und Budgets von Kampagnen',
    other_campaigns: 'Kampagnen für andere',
    store_credit: 'der Kreditrahmen des Shops',
    store_invoices: 'die Rechnungen des Shops',
    payee_statements: 'Abrechnungen von Creator und Agentur',
  },
  records: {
    click: () => 'Klick erklären',
    order: (id: string) => `Bestellung ${id} erklären`,
    one_time_payment: (id: string) => `Zahlung ${id} erklären`,
    invoice_line: (id: string) => `Position ${id.split('/')[1] ?? ''} der Rechnung erklären`,
  },
};

export default de;
