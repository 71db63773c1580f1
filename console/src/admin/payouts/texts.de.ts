import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Auszahlungen',
  hint: 'Was an jeden Empfänger und in jeder Währung gezahlt werden kann, und warum es nicht mehr ist: gesperrte Beträge, Beträge, die auf einen Shop warten, und Empfänger mit fehlenden Angaben.',
  newRun: 'Neuer Auszahlungslauf',
  state: 'Nächster Lauf',
  states: { due: 'Zahlt aus', waiting: 'Zahlt nicht aus' },
  currency: 'Währung',
  kinds: { creator: 'Creator', client: 'Agentur' },
  columns: {
    payee: 'Empfänger',
    available: 'Nächster Lauf zahlt bis zu',
    status: 'Nächster Lauf',
    held: 'Einbehalten',
    inRun: 'In einem Lauf',
    paid: 'Ausgezahlt',
    account: 'Konto',
  },
  due: 'Fällig',
  usableFrom: (day: string) => `ab ${day}`,
  minimumIs: (sum: string) => `mindestens ${sum}`,
  why: 'Guthaben anzeigen',
  overpaid: (sum: string) => `Überzahlt: ${sum}`,
  empty: {
    title: 'Noch nichts auszuzahlen',
    hint: 'Zahlungsempfänger erscheinen hier, sobald sie etwas verdient haben.',
  },
  nothingFound: { title: 'Keine passenden Zahlungsempfänger', hint: 'Entfernen Sie einen Filter.' },
  minimums: {
    title: 'Mindestauszahlungen',
    hint: 'Kleinere Beträge werden übertragen. Ohne Eintrag gilt die Mindestauszahlung des Marktes.',
    list: 'Mindestauszahlungen',
    all: 'Alle Zahlungsempfänger',
    agency: 'Agentur',
    minimum: 'Mindestbetrag',
    currency: 'Währung',
    set: 'Mindestbetrag festlegen',
    setTitle: 'Mindestauszahlung festlegen',
    save: 'Mindestbetrag speichern',
    changed: 'Jemand anderes hat diesen Mindestbetrag geändert. Prüfen Sie ihn und speichern Sie erneut.',
    saved: 'Mindestauszahlung gespeichert.',
    empty: { title: 'Keine Mindestbeträge festgelegt', hint: 'Es gelten die Mindestauszahlungen der Märkte.' },
  },
};

export default de;
