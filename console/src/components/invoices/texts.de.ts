import type { en } from './texts.en.ts';

const de: typeof en = {
  columns: {
    number: 'Rechnung',
    month: 'Monat',
    state: 'Status',
    due: 'Fällig',
    payOut: 'Fällig',
    net: 'Netto',
    total: 'Gesamt',
    files: 'Dateien',
  },
  state: {
    byReader: {
      paid: (day: string) => `Bezahlt am ${day}`,
      late: (since: string) => `Überfällig (fällig am ${since})`,
      open: 'Offen',
    },
    toReader: {
      paid: (day: string) => `Ausgezahlt am ${day}`,
      late: (since: string) => `Auszahlung überfällig (fällig am ${since})`,
      open: 'Nicht ausgezahlt',
    },
  },
  of: (number: string) => `Rechnung ${number}`,
  pdf: 'PDF',
  excel: 'Excel',
  ubl: 'UBL',
  'factur-x': 'Factur-X',
  credits: (number: string) => `Zu Rechnung ${number}`,
  open: (amount: string) => `${amount} offen`,
  download: (format: string, number: string) => `${format}: ${number}`,
};

export default de;
