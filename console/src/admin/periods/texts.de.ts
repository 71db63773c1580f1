import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Monate',
  hint: 'Schließen Sie jeden Monat nach seinem Ende ab, um die Beträge zu buchen und die Rechnungen zu erstellen.',
  columns: {
    month: 'Monat',
    state: 'Status',
    invoices: 'Rechnungen',
    shops: 'An Shops berechnet',
    owed: 'Für Agenturen und Creator',
    action: 'Aktionen',
  },
  open: 'Ansehen und abschließen',
  openLabel: (month: string) => `${month} ansehen und abschließen`,
  states: { closed: 'Abgeschlossen', open: 'Offen', running: 'In Arbeit' },
  empty: { title: 'Noch keine Monate', hint: 'Der erste Monat erscheint mit dem ersten vergüteten Klick.' },
  closedOn: (when: string, who: string | null) =>
    who === null ? `Abgeschlossen: ${when}.` : `Abgeschlossen: ${when}, durch ${who}.`,
  one: 'Monat',
  oneHint:
    'Was Shops für einen Monat schulden und was Creator und Agenturen erhalten. Wählen Sie eine Summe, um ihre Belege zu sehen.',
  openHint: 'Noch nicht abgeschlossen. Dies ist eine Vorschau; gespeichert wird erst beim Abschluss.',
  sums: 'Summen',
  previewSums: 'Vorschau',
  sumColumns: {
    kind: 'Art',
    invoices: 'Rechnungen',
    net: 'Netto',
    vat: 'Umsatzsteuer',
    total: 'Gesamt',
    paid: 'Davon bezahlt',
  },
  kinds: { store: 'Shop-Rechnungen', client: 'Agenturrechnungen', creator: 'Creator-Abrechnungen' },
  kind: 'Art',
  preview: 'Zu erstellende Rechnungen',
  previewColumns: { party: 'Empfänger', kind: 'Art', net: 'Netto', vat: 'Umsatzsteuer', total: 'Gesamt' },
  previewEmpty: { title: 'Nichts abzurechnen', hint: 'Alle geschuldeten Beträge sind bereits gebucht.' },
  invoices: 'Rechnungen anzeigen',
  close: 'Monat abschließen',
  closeTitle: (month: string) => `${month} abschließen?`,
  made: {
    store: (count: number, written: string) => `${written} ${count === 1 ? 'Shop-Rechnung' : 'Shop-Rechnungen'}`,
    client: (count: number, written: string) => `${written} ${count === 1 ? 'Agenturrechnung' : 'Agenturrechnungen'}`,
    creator: (count: number, written: string) =>
      `${written} ${count === 1 ? 'Creator-Abrechnung' : 'Creator-Abrechnungen'}`,
  },
  closeWords:
    'Die Rechnungen werden nummeriert, gebucht und Shops, Agenturen und Creatorn angezeigt, die benachrichtigt werden. Das lässt sich nicht rückgängig machen. Spätere Änderungen, etwa eine nachträgliche Bestätigung oder eine Erstattung, stehen auf der Rechnung des Folgemonats.',
  asked: 'Abschluss gestartet.',
  closing: 'Der Monat wird abgeschlossen. Diese Seite aktualisiert sich, wenn er fertig ist.',
  step: {
    payments: 'Boni und vereinbarte Zahlungen werden angelegt.',
    differences: 'Geschuldete und noch nicht gebuchte Beträge werden gesucht.',
    invoices: (rows: string) => `${rows} Beträge werden summiert und die Rechnungen ausgestellt.`,
    bookings: (rows: string) => `Die Beträge von ${rows} Rechnungen werden gebucht.`,
    notices: (rows: string) => `${rows} Einträge sind gebucht. Benachrichtigungen werden geschrieben.`,
    balances: 'Rechnungen werden aus Guthaben bezahlt.',
  },
  failed: 'Der Abschluss ist fehlgeschlagen und wird nicht automatisch wiederholt:',
  refusals: {
    period_open: 'Der Monat ist noch nicht vorbei. Dies sind die bisher geschuldeten Beträge.',
    earlier_period_open: 'Schließen Sie zuerst die früheren Monate ab.',
    nothing_to_close: 'Für diesen und frühere Monate wird nichts geschuldet.',
  },
};

export default de;
