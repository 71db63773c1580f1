import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Rechnungen',
  hint: 'Forderungen an Shops und Auszahlungen an Agenturen und Creator.',
  looking: 'Nummer, Name oder Buchhaltungs-ID',
  kind: 'Art',
  state: 'Status',
  month: 'Monat',
  kinds: { store: 'Shop-Rechnungen', client: 'Agenturrechnungen', creator: 'Creator-Abrechnungen' },
  states: { unpaid: 'Unbezahlt', overdue: 'Überfällig', paid: 'Bezahlt' },
  columns: {
    number: 'Nummer',
    party: 'Empfänger',
    total: 'Gesamt',
    due: 'Fällig',
    state: 'Status',
    ax: 'Buchhaltungs-ID',
    action: 'Aktionen',
  },
  paidOn: (day: string) => `Bezahlt am ${day}`,
  empty: { title: 'Noch keine Rechnungen', hint: 'Rechnungen werden beim Monatsabschluss erstellt.' },
  nothingFound: {
    title: 'Keine passenden Rechnungen',
    hint: 'Ändern Sie die Suche oder entfernen Sie einen Filter.',
  },
  actionsOf: (number: string) => `Aktionen für ${number}`,
  pdf: 'Als PDF herunterladen',
  excel: 'Als Excel herunterladen',
  ubl: 'Als E-Rechnung (UBL) herunterladen',
  facturX: 'Als E-Rechnung (Factur-X) herunterladen',
  markPaid: 'Als bezahlt markieren',
  markPaidTitle: (count: number, written: string) =>
    count === 1 ? 'Rechnung als bezahlt markieren' : `${written} Rechnungen als bezahlt markieren`,
  markPaidWords:
    'Die Zahlung wird im laufenden Monat gebucht. Über die Aktionen der Rechnung können Sie sie rückgängig machen.',
  paidAt: 'Bezahlt am',
  totals: { received: 'Von Shops erhalten', paidOut: 'An Agenturen und Creator ausgezahlt' },
  marked: (count: number, written: string) =>
    count === 1 ? 'Rechnung als bezahlt markiert.' : `${written} Rechnungen als bezahlt markiert.`,
  choose: (number: string) => `${number} auswählen`,
  takeBack: 'Zahlung rückgängig machen',
  takeBackTitle: (number: string) => `Zahlung von ${number} rückgängig machen?`,
  takeBackWords: 'Die Zahlung wird im laufenden Monat zurückgebucht, und die Rechnung ist wieder unbezahlt.',
  takenBack: (number: string) => `${number} ist wieder unbezahlt.`,
  releasedOn: (day: string) => `Freigegeben am ${day}`,
  release: 'Auszahlung freigeben',
  releaseTitle: (number: string) => `Auszahlung zu ${number} freigeben?`,
  releaseWords:
    'Der Verdienst aus dieser Rechnung kann an Creator und Agenturen ausgezahlt werden, bevor der Shop bezahlt hat, außer Beträgen in der Wartefrist oder mit Auszahlungssperre.',
  reasonHint: 'Wird im Audit-Log gespeichert.',
  released: (number: string) => `Auszahlung zu ${number} freigegeben.`,
  unrelease: 'Freigabe rückgängig machen',
  unreleaseTitle: (number: string) => `Freigabe von ${number} rückgängig machen?`,
  unreleaseWords: 'Was noch nicht ausgezahlt ist, wird einbehalten, bis der Shop bezahlt.',
  unreleased: (number: string) => `Die Freigabe von ${number} wurde rückgängig gemacht.`,
  credit: {
    action: 'Rechnungskorrektur',
    title: (number: string) => `Rechnungskorrektur zu ${number}`,
    words:
      'Die Rechnungskorrektur verringert den offenen Betrag. Was bereits bezahlt ist, wird dem vorausbezahlten Guthaben des Shops hinzugefügt. Der Verdienst von Creatorn und Agenturen ändert sich nicht.',
    amount: (currency: string) => `Nettobetrag (${currency})`,
    amountHint: 'Leer: alles, was noch nicht korrigiert ist.',
    reason: 'Begründung',
    reasonHint: 'Steht auf der Rechnungskorrektur.',
    invalid: 'Geben Sie einen Betrag ein, zum Beispiel 12,50.',
    done: (number: string) => `Rechnungskorrektur ${number} ausgestellt.`,
    of: 'Rechnungskorrektur',
    open: (amount: string) => `${amount} offen`,
  },
  paidFile: 'Zahlungen hochladen',
  paidFileTitle: 'Rechnungen mit einer Datei als bezahlt markieren',
  paidFileHint:
    'Eine CSV- oder Excel-Datei mit einer Zeile pro bezahlter Rechnung: Nummer und Zahlungsdatum. Ohne Datum gilt heute.',
  paidFileDone: (count: string) =>
    count === '1' ? '1 Rechnung als bezahlt markiert.' : `${count} Rechnungen als bezahlt markiert.`,
  axFile: 'Buchhaltungs-IDs hochladen',
  axFileTitle: 'Rechnungen mit dem Buchhaltungssystem abgleichen',
  axFileHint: 'Eine CSV- oder Excel-Datei mit einer Zeile pro Rechnung: Nummer und ID im Buchhaltungssystem.',
  axFileDone: (count: string) =>
    count === '1' ? '1 Buchhaltungs-ID gespeichert.' : `${count} Buchhaltungs-IDs gespeichert.`,
  example: 'Beispiel:',
  allOrNone: 'Alle Zeilen oder keine: Ist eine Zeile ungültig, wird nichts gespeichert und die Zeile aufgelistet.',
  file: 'Datei',
  upload: 'Hochladen',
  done: 'Fertig',
  uploading: 'Zeilen werden geprüft und gespeichert …',
  refused: (count: string) =>
    count === '1'
      ? 'Es wurde nichts gespeichert: 1 Zeile ist ungültig. Korrigieren Sie sie und laden Sie die Datei erneut hoch.'
      : `Es wurde nichts gespeichert: ${count} Zeilen sind ungültig. Korrigieren Sie sie und laden Sie die Datei erneut hoch.`,
  nothingNew: 'Die Datei enthält nichts Neues.',
  row: 'Zeile',
  reason: 'Fehler',
};

export default de;
