import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Suchen und öffnen',
  key: 'Strg K',
  placeholder: 'Seiten, Shops, Kampagnen, Personen, Links, Bestellungen und Rechnungen',
  page: 'Seite',
  nothing: 'Nichts gefunden',
  searching: 'Suche läuft …',
  hint: 'Geben Sie mindestens zwei Zeichen ein. Pfeiltasten wählen aus, die Eingabetaste öffnet.',
  failed: 'Die Suche ist fehlgeschlagen. Versuchen Sie es erneut.',
  kinds: {
    store: 'Shop',
    campaign: 'Kampagne',
    creator: 'Creator',
    client: 'Agentur',
    link: 'Link',
    order: 'Bestellung',
    invoice: 'Rechnung',
  },
};

export default de;
