import type { en } from './texts.en.ts';

const de: typeof en = {
  list: 'Ihre Postbacks',
  none: {
    title: 'Keine Postbacks',
    hint: 'Ein Postback ruft für jede Bestellung über Ihre Links eine URL eines Werbenetzwerks auf.',
  },
  add: 'Postback hinzufügen',
  urlHint:
    'Wird für jede Bestellung und jede Änderung aufgerufen. Platzhalter: {click_id}, {sub1} bis {sub5}, {payout}, {currency}, {order_status}, {order}.',
  preset: 'Dienst',
  presetHint: 'Eine Vorlage für einen anderen Dienst lässt sich vor dem Anlegen ändern.',
  ownRequest: 'Eigene Anfrage',
  subHint:
    'Die eigene Kennung des Dienstes für den Besuch (client_id, fbclid oder ttclid) stammt aus sub5 Ihres Links. Gesendet werden nur Beträge, Zeit und Nummer der Bestellung und ein Hash des Klicks.',
  content: 'Inhalt',
  contents: { none: 'Keiner: GET', json: 'POST mit JSON', form: 'POST mit Formular' },
  body: 'Vorlage des Inhalts',
  bodyHint: 'Platzhalter stehen in Texten: „{value}“. Eine Eigenschaft ohne Wert entfällt.',
  headers: 'Header',
  headersHint: 'Einer je Zeile: Name: Wert',
  secret: (name) => `Ihr Wert: ${name}`,
  secretHint: 'Er wird verschlüsselt und nie wieder angezeigt.',
  make: 'Postback erstellen',
  made: 'Postback erstellt',
  url: 'URL',
};
export default de;
