import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Übersicht',
  hint: 'Der bisherige Monat Ihrer Creator und der Agentur, verglichen mit denselben Tagen des Vormonats. Enthält auch noch nicht bestätigte Bestellungen.',
  month: 'Dieser Monat',
  figures: { agency: 'Agenturverdienst', creators: 'Creator-Verdienst', clicks: 'Klicks', orders: 'Bestellungen' },
  tile: (figure: string) => `${figure} · Dieser Monat`,
  nothing: 'In diesem und im letzten Monat wurde nichts verdient.',
  course: 'Pro Tag',
  courseIn: (currency: string) => `Pro Tag, in ${currency}`,
  chartOf: (figure: string) => `${figure} pro Tag, mit dem Vormonat`,
  changes: {
    up: 'Größte Zunahmen',
    down: 'Größte Abnahmen',
    hint: (days: string) => `Verglichen mit ${days}: der Verdienst des Monats.`,
    none: 'Keine Creator.',
    creator: 'Creator',
    now: 'Dieser Monat',
    before: 'Davor',
    change: 'Änderung',
    isNew: 'Neu',
    of: (name: string, days: string) => `${name}, ${days}`,
    all: 'Alle Creator',
  },
  payouts: {
    title: 'Auszahlungen der Agentur',
    all: 'Wann wird die Agentur bezahlt?',
    nothing: 'Nichts wartet auf eine Auszahlung.',
    /** What a payout lacks. */
    reasons: {
      payee_missing: 'Angaben fehlen',
      consent_missing: 'Keine Zustimmung zum Gutschriftverfahren',
      account_missing: 'Kein Auszahlungskonto',
      account_new: 'Konto kürzlich geändert',
      bic_missing: 'Konto ohne BIC',
      holder_not_latin: 'Kontoname in anderen Buchstaben',
      suspended: 'Gesperrt',
      paid_elsewhere: 'Zahlt der Zahlungsdienst',
    },
  },
  tasks: {
    title: 'Wartet auf Ihre Creator',
    nothing: 'Kein Creator hat eine offene Aufgabe.',
    kinds: {
      invitation: (count: string) => `Einladungen ohne Antwort (${count})`,
      draft: (count: string) => `Einzureichende Entwürfe (${count})`,
      terms: (count: string) => `Anzunehmende Kampagnenbedingungen (${count})`,
      payout_details: (count: string) => `Fehlende Auszahlungsdaten (${count})`,
    },
    at: (name: string, store: string) => `${name} · ${store}`,
    due: (day: string) => `Fällig am ${day}`,
    overdue: 'Überfällig',
    more: (count: string) => `${count} weitere`,
  },
};
export default de;
