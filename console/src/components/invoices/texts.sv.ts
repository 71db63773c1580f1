import type { en } from './texts.en.ts';

const sv: typeof en = {
  columns: {
    number: 'Faktura',
    month: 'Månad',
    state: 'Status',
    due: 'Förfaller',
    payOut: 'Betalas ut',
    net: 'Exkl. moms',
    total: 'Totalt',
    files: 'Filer',
  },
  state: {
    byReader: {
      paid: (day) => `Betald ${day}`,
      late: (since) => `Förfallen (${since})`,
      open: 'Öppen',
    },
    toReader: {
      paid: (day) => `Utbetald ${day}`,
      late: (since) => `Utbetalningen är försenad (skulle ha gjorts ${since})`,
      open: 'Obetald',
    },
  },
  of: (number) => `faktura ${number}`,
  pdf: 'PDF',
  excel: 'Excel',
  ubl: 'UBL',
  'factur-x': 'Factur-X',
  credits: (number) => `Avser faktura ${number}`,
  open: (amount) => `${amount} kvar att betala`,
  download: (format, number) => `${format} av ${number}`,
};
export default sv;
