import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Buchhaltung',
  hint: 'Buchungen abgeschlossener Monate für Ihre Buchhaltung, als Dateien, die andere Systeme lesen, mit den Bewegungen und dem Saldo jedes Kontos.',
  month: 'Monat',
  empty: {
    title: 'Noch keine abgeschlossenen Monate',
    hint: 'Exporte sind verfügbar, sobald ein Monat abgeschlossen ist.',
  },
  exports: 'Exporte',
  exportsHint: 'Für jeden Export bestätigen Sie Ihre Identität. Er steht mit seinem SHA-256-Wert im Audit-Log.',
  formats: {
    sie: 'SIE 4, für schwedische Buchhaltungssysteme',
    datev: 'DATEV, für deutsche und österreichische Buchhaltungssysteme',
    csv: 'CSV, eine Zeile pro Buchung',
  },
  short: { sie: 'SIE', datev: 'DATEV', csv: 'CSV' },
  download: (format: string) => `${format} herunterladen`,
  downloaded: (name: string) => `${name} heruntergeladen. Die Prüfsumme stimmt.`,
  wrong:
    'Die heruntergeladene Datei hat nicht die Prüfsumme, die der Server angegeben hat. Verwenden Sie die Datei nicht.',
  omitted: (currencies: string) =>
    `Für ${currencies} gibt es keinen Wechselkurs. Beträge in diesen Währungen fehlen in den Büchern und Dateien, bis Kurse geladen sind (Befehl load-rates).`,
  balance: 'Summen- und Saldenliste',
  balanceHint: (debit: string, credit: string) => `Soll ${debit}, Haben ${credit}.`,
  noPostings: { title: 'Keine Buchungen', hint: 'In diesem Monat wurde nichts gebucht.' },
  columns: { account: 'Konto', opening: 'Anfangssaldo', debit: 'Soll', credit: 'Haben', closing: 'Endsaldo' },
};

export default de;
