import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Kreditrahmen',
  hint: 'Die unbezahlten Kosten für Klicks, Bestellungen und Einmalzahlungen, die Zusagen an Teilnehmende und das Limit dafür.',
  used: (used: string, limit: string) => `${used} von ${limit}`,
  meter: 'Genutzter Kreditrahmen',
  promised: (incurred: string, promised: string) =>
    `${incurred} angefallen und ${promised} an Teilnehmende von Kampagnen zugesagt`,
  reserved: (sum: string) => `${sum} für Kampagnen mit garantierter Vergütung reserviert`,
  free: (sum: string) => `${sum} verfügbar`,
  unlimited: 'Kein Limit',
  near: (share: string) => `${share} des Kreditlimits sind genutzt`,
  nearHint:
    'Ist das Limit erreicht, werden Klicks nicht vergütet und neue Zusagen abgelehnt, bis Rechnungen bezahlt sind. Eine verifizierte Zahlungsart erhöht das Limit.',
  reached: 'Das Kreditlimit ist erreicht',
  reachedHint:
    'Klicks werden nicht vergütet und neue Zusagen abgelehnt, bis Rechnungen bezahlt sind. Eine verifizierte Zahlungsart erhöht das Limit.',
  view: 'Rechnungen anzeigen',
  balance: {
    title: 'Vorausbezahltes Guthaben',
    hint: 'Offene Rechnungen werden daraus bezahlt, die älteste zuerst. Der Rest erhöht das Kreditlimit.',
    how: 'Für eine Vorauszahlung überweisen Sie mit diesem Verwendungszweck. Fragen Sie den Betreiber der Plattform, auf welches Konto Sie zahlen sollen.',
    howTo: (account: string) => `Für eine Vorauszahlung überweisen Sie mit diesem Verwendungszweck auf ${account}.`,
    reference: 'Verwendungszweck',
    copy: 'Verwendungszweck kopieren',
    movements: 'Bewegungen',
    none: 'Noch keine Bewegungen.',
    all: 'Alle Bewegungen anzeigen',
    fewer: 'Weniger anzeigen',
    kinds: {
      paid_in: 'Vorauszahlung',
      refunded: 'Zurückgezahlt',
      invoice: 'Rechnung',
      credit_note: 'Rechnungskorrektur',
    },
  },
};

export default de;
