import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Auszahlungssperren',
  hint: 'Für einen Shop, einen Creator oder eine Agentur mit Sperre wird nichts ausgezahlt. Klicks, Bestellungen und Rechnungen laufen weiter.',
  state: 'Status',
  states: { current: 'Gesperrt', released: 'Aufgehoben' },
  kind: 'Art',
  kinds: { store: 'Shop', user: 'Creator', client: 'Agentur' },
  columns: { subject: 'Gesperrt', reason: 'Begründung', since: 'Seit', state: 'Status', action: 'Aktionen' },
  releasedOn: (day: string) => `Aufgehoben am ${day}`,
  releasedBecause: (reason: string) => `Aufgehoben: ${reason}`,
  empty: {
    title: 'Keine Sperren',
    hint: 'Sperren Sie Auszahlungen für einen Shop, einen Creator oder eine Agentur, während Sie sie prüfen.',
  },
  nothingFound: { title: 'Keine passenden Sperren', hint: 'Wählen Sie einen anderen Status.' },
  place: 'Auszahlungen sperren',
  placeTitle: 'Auszahlungen sperren',
  placeTitleOf: (name: string) => `Auszahlungen für ${name} sperren?`,
  placeWords: {
    store: 'Was von diesem Shop kommt, wird nicht ausgezahlt, bis die Sperre aufgehoben ist.',
    user: 'Was von diesem Creator kommt, wird nicht ausgezahlt, bis die Sperre aufgehoben ist, auch nicht der Anteil der Agentur.',
    client: 'An diese Agentur wird nichts ausgezahlt, bis die Sperre aufgehoben ist.',
  },
  placeHint: 'Wird im Audit-Log gespeichert.',
  choose: 'Wählen Sie einen Shop, einen Creator oder eine Agentur aus.',
  placed: (name: string) => `Auszahlungen für ${name} sind gesperrt.`,
  release: 'Aufheben',
  releaseLabel: (name: string) => `Sperre für ${name} aufheben`,
  releaseTitle: (name: string) => `Sperre für ${name} aufheben?`,
  releaseWords:
    'Was durch die Sperre zurückgehalten wurde, wird auszahlbar, außer Beträgen, die aus einem anderen Grund einbehalten werden.',
  released: (name: string) => `Die Sperre für ${name} ist aufgehoben.`,
};

export default de;
