export const en = {
  title: 'Accounting',
  hint: 'Postings of closed months for your accounting system, as files that other systems read, with the movements and the balance of each account.',
  month: 'Month',
  empty: { title: 'No closed months yet', hint: 'Exports are available when a month is closed.' },
  exports: 'Exports',
  exportsHint: 'Each export needs you to confirm your identity and is in the audit log with its SHA-256.',
  formats: {
    sie: 'SIE 4, for Swedish accounting systems',
    datev: 'DATEV, for German and Austrian accounting systems',
    csv: 'CSV, one row for each posting',
  },
  short: { sie: 'SIE', datev: 'DATEV', csv: 'CSV' },
  download: (format: string) => `Download ${format}`,
  downloaded: (name: string) => `${name} downloaded. Its checksum is correct.`,
  wrong: 'The downloaded file does not have the checksum that the server stated. Do not use it.',
  omitted: (currencies: string) =>
    `There is no exchange rate of ${currencies}. Nothing in these currencies is in the books and the files until rates are loaded (command load-rates).`,
  balance: 'Trial balance',
  balanceHint: (debit: string, credit: string) => `Debit ${debit}, credit ${credit}.`,
  noPostings: { title: 'No postings', hint: 'Nothing was booked in this month.' },
  columns: { account: 'Account', opening: 'Opening', debit: 'Debit', credit: 'Credit', closing: 'Closing' },
};
