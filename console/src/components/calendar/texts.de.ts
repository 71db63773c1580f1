import type { en } from './texts.en.ts';

const de: typeof en = {
  days: (count: number) => `${count} Tage`,
  today: 'Heute',
  thisMonth: 'Dieser Monat',
  lastMonth: 'Letzter Monat',
  thisQuarter: 'Dieses Quartal',
  thisYear: 'Dieses Jahr',
  allTime: 'Gesamter Zeitraum',
  from: 'Von',
  to: 'Bis',
  show: 'Anzeigen',
  missing: 'Wählen Sie beide Daten aus.',
  reversedRange: 'Das Enddatum liegt vor dem Startdatum.',
  early: (day: string) => `Vor dem ${day} gibt es keine Daten.`,
  long: (most: string, chosen: string) =>
    `Wählen Sie höchstens ${most} Tage aus; dieser Zeitraum umfasst ${chosen} Tage.`,
  earlier: 'Voriger Monat',
  later: 'Nächster Monat',
  unreadable: (example: string) => `Geben Sie Daten wie ${example} ein.`,
  dayLike: (example: string) => `Geben Sie ein Datum wie ${example} ein.`,
  open: 'Kalender öffnen',
};

export default de;
