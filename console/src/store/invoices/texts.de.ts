import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Rechnungen',
  hint: 'Eine Rechnung pro abgeschlossenem Monat für Klicks, bestätigte Bestellungen und Einmalzahlungen.',
  list: 'Ihre Rechnungen',
  empty: {
    title: 'Noch keine Rechnungen',
    hint: 'Die erste Rechnung wird erstellt, wenn ein Monat mit Klicks oder Bestellungen abgeschlossen wird.',
  },
  soFar: {
    of: (month: string) => `Klicks und Bestellungen im ${month}`,
    title: (month: string) => `${month} bisher`,
    hint: 'Netto. Wird beim Monatsabschluss in Rechnung gestellt.',
    total: 'Noch abzurechnen',
    clicks: 'Klicks',
    commission: 'Bestätigte Bestellungen',
    one_time: 'Einmalzahlungen',
    pending: 'Bestellungen zu prüfen',
    pendingHint: 'Kommt hinzu, wenn Sie bestätigen',
    count: (count: string) => `${count} ×`,
    earlier: (month: string) => `${month} ist vorbei und noch nicht abgerechnet`,
  },
  pay: {
    action: 'Bezahlen',
    label: (number: string) => `Rechnung ${number} bezahlen`,
  },
  setup: {
    title: 'Zahlungsart',
    done: 'Eingerichtet',
    notDone: 'Noch nicht eingerichtet',
    byInvoice: 'Sie zahlen per Überweisung auf das Konto, das auf der jeweiligen Rechnung steht.',
    noted: (id: string) => `Vereinbarung ${id}`,
    since: (day: string) => `seit ${day}`,
    method: (type: string, last4: string) => `${type} mit den Endziffern ${last4}`,
    expires: (month: string) => `Gültig bis ${month}`,
    missing: 'Richten Sie eine Zahlungsart ein, um Rechnungen automatisch zu bezahlen.',
    open: 'Zahlungsart einrichten',
    change: 'Zahlungsart ändern',
    refresh: 'Erneut prüfen',
    checked: 'Beim Zahlungsdienst geprüft',
    instructions: 'Anleitung',
    goThere: 'Zur Zahlungsseite',
    billing: 'Rechnungsempfänger',
    vat: (number: string) => `Umsatzsteuer-ID ${number}`,
  },
};

export default de;
