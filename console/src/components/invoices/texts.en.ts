export const en = {
  columns: {
    number: 'Invoice',
    month: 'For',
    state: 'State',
    due: 'Due',
    payOut: 'To be paid by',
    net: 'Before VAT',
    total: 'Total',
    files: 'Files',
  },
  state: {
    byReader: {
      paid: (day: string) => `Paid ${day}`,
      late: (since: string) => `Overdue, was due ${since}`,
      open: 'Open',
    },
    toReader: {
      paid: (day: string) => `Paid to you ${day}`,
      late: (since: string) => `Late, you should have been paid by ${since}`,
      open: 'To be paid to you',
    },
  },
  pdf: 'PDF',
  excel: 'Excel',
  download: (format: string, number: string) => `${format} of ${number}`,
};
