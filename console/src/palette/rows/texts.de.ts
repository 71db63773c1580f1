import type { en } from './texts.en.ts';

const de: typeof en = {
  placeholder: 'Aktionen, Seiten, Namen, Nummern, Codes und Domains',
  nothing: 'Nichts gefunden',
  searching: 'Suche läuft …',
  hint: 'Geben Sie mindestens zwei Zeichen ein.',
  keysHint: 'Pfeiltasten wählen aus, die Eingabetaste öffnet, Esc schließt.',
  groups: { recent: 'Zuletzt', actions: 'Aktionen', pages: 'Seiten', months: 'Monate', records: 'Datensätze' },
  month: 'Monat',
  action: 'Aktion',
  actions: {
    createLink: ['Link erstellen', 'neuer Link'],
    findCampaigns: ['Kampagnen finden', 'entdecken teilnehmen bewerben'],
    newCampaign: ['Neue Kampagne', 'Kampagne erstellen'],
    newVoucher: ['Neuer Gutschein', 'Gutschein erstellen Code'],
    decideOrders: ['Offene Bestellungen entscheiden', 'bestätigen ablehnen'],
    closeMonth: ['Monat abschließen', 'Periode Abschluss'],
    newRun: ['Neuer Auszahlungslauf', 'auszahlen erstellen'],
    newVoid: ['Klicks, Bestellungen oder Zahlungen stornieren', 'neue Stornierung'],
    scheme: {
      light: ['Helle Farben', 'Modus Design'],
      dark: ['Dunkle Farben', 'Modus Design dunkel'],
      auto: ['Farben des Systems', 'Modus Design automatisch'],
    },
    language: (name) => `Sprache: ${name}`,
    languageWords: 'Sprache language',
    signOut: ['Abmelden', 'ausloggen'],
  },
  failed: 'Die Suche ist fehlgeschlagen. Versuchen Sie es erneut.',
  kinds: {
    store: 'Shop',
    campaign: 'Kampagne',
    creator: 'Creator',
    client: 'Agentur',
    link: 'Link',
    order: 'Bestellung',
    invoice: 'Rechnung',
    participant: 'Teilnahme',
    voucher: 'Gutschein',
    domain: 'Domain',
    company: 'Unternehmen',
  },
};

export default de;
