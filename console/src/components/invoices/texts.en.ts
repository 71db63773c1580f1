export const en = {
  columns: {
    number: 'Invoice',
    month: 'Month',
    state: 'Status',
    due: 'Due',
    payOut: 'Due',
    net: 'Before VAT',
    total: 'Total',
    files: 'Files',
  },
  state: {
    byReader: {
      paid: (day: string) => `Paid ${day}`,
      late: (since: string) => `Overdue (due ${since})`,
      open: 'Open',
    },
    toReader: {
      paid: (day: string) => `Paid out ${day}`,
      late: (since: string) => `Payout overdue (due ${since})`,
      open: 'Unpaid',
    },
  },
  of: (number: string) => `invoice ${number}`,
  pdf: 'PDF',
  excel: 'Excel',
  ubl: 'UBL',
  'factur-x': 'Factur-X',
  credits: (number: string) => `For invoice ${number}`,
  open: (amount: string) => `${amount} open`,
  download: (format: string, number: string) => `${format} of ${number}`,
};
