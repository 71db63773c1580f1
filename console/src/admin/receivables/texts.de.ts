import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Forderungen',
  hint: 'Offene Rechnungen von Shops, wie lange sie überfällig sind und welchen Rechnungen eingegangene Zahlungen zugeordnet wurden.',
  upload: 'Bankdatei hochladen',
  ageing: 'Offene Rechnungen nach Alter',
  ageingHint: 'Tage seit dem Fälligkeitsdatum. Offene Rechnungskorrekturen sind abgezogen.',
  currency: 'Währung',
  total: 'Offen',
  ages: {
    not_due: 'Nicht fällig',
    days_1_30: '1–30 Tage',
    days_31_60: '31–60 Tage',
    days_61_90: '61–90 Tage',
    over_90: 'Über 90 Tage',
  },
  invoices: (count: number, written: string) => (count === 1 ? '1 Rechnung' : `${written} Rechnungen`),
  nothingOpen: { title: 'Keine offenen Rechnungen', hint: 'Alle Rechnungen an Shops sind bezahlt.' },
  list: 'Rechnungen an Shops',
  state: 'Status',
  states: { unpaid: 'Unbezahlt', overdue: 'Überfällig', paid: 'Bezahlt' },
  empty: { title: 'Noch keine Rechnungen', hint: 'Rechnungen werden beim Monatsabschluss erstellt.' },
  nothingFound: { title: 'Keine passenden Rechnungen', hint: 'Wählen Sie einen anderen Status.' },
  matched: 'Zugeordnete Zahlungen',
  matchedHint: 'Zahlungseingänge aus Bankdateien mit den Rechnungen, die sie bezahlt haben.',
  nothingMatched: {
    title: 'Noch keine zugeordneten Zahlungen',
    hint: 'Laden Sie unter „Zahlungsabgleich“ eine Bankdatei hoch.',
  },
  stripe: {
    title: 'Zahlungen bei Stripe zu prüfen',
    hint: 'Ihre Rechnung ist damit nicht bezahlt. Vollständig erstattete Zahlungen verschwinden aus der Liste.',
    empty: { title: 'Keine Zahlungen auf dieser Seite' },
    columns: { invoice: 'Rechnung', store: 'Shop', amount: 'Betrag', state: 'Status', todo: 'Was zu tun ist' },
    states: {
      requested: 'Angefordert',
      open: 'Offen',
      processing: 'Wird eingezogen',
      paid: 'Bezahlt',
      failed: 'Fehlgeschlagen',
      expired: 'Abgelaufen',
      refunded: 'Erstattet',
      partly_refunded: 'Teilweise erstattet',
      disputed: 'Angefochten',
    },
    /** By problem, or by status. */
    todo: {
      differs: 'Betrag, Währung oder Referenz weichen von der Anforderung ab. Erstatten Sie die Zahlung bei Stripe.',
      already_paid: 'Die Rechnung wurde inzwischen anders bezahlt. Erstatten Sie die Zahlung bei Stripe.',
      invoice_changed:
        'Der offene Betrag der Rechnung hat sich inzwischen geändert. Erstatten Sie die Zahlung bei Stripe.',
      disputed:
        'Die Bank des Zahlers hat den Betrag zurückgeholt; die Rechnung ist damit nicht bezahlt. Antworten Sie bei Stripe.',
      partly_refunded:
        'Ein Teil wurde erstattet; die Rechnung ist damit nicht bezahlt. Erstatten Sie den Rest bei Stripe.',
    },
  },
  columns: {
    day: 'Datum',
    payer: 'Zahler',
    amount: 'Betrag',
    paid: 'Bezahlte Rechnungen',
    reference: 'Referenz',
  },
};

export default de;
