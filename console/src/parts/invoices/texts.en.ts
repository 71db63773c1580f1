export const en = {
  columns: {
    number: 'Invoice',
    month: 'For',
    state: 'State',
    due: 'Due',
    net: 'Before VAT',
    total: 'Total',
    files: 'Files',
  },
  state: {
    paid: (day: string) => `Paid ${day}`,
    overdue: (since: string) => `Overdue, was due ${since}`,
    open: 'Open',
  },
  pdf: 'PDF',
  excel: 'Excel',
  download: (format: string, number: string) => `${format} of ${number}`,
};
