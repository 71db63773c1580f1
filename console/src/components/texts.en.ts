export const en = {
  failure: {
    title: 'That did not work',
    offline: 'The server cannot be reached. Is the connection all right?',
    retry: 'Try again',
    wait: (seconds: number) => `Too many requests at once. Try again in ${seconds} s.`,
    missing: 'This is not here (any more).',
    missingHint: 'It may have been deleted, or a part of the address is wrong.',
    away: 'The server has too much to do, or waits for something. Try again in a moment.',
    fault: (id: string | null) =>
      id === null
        ? 'The server has made a mistake. Try again in a moment.'
        : `The server has made a mistake. If it happens again, tell whoever runs the server this number: ${id}.`,
  },
  table: {
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    rows: (count: string) => `${count} in all`,
    previous: 'Previous page',
    next: 'Next page',
    sortBy: (column: string) => `Sort by ${column}`,
    loading: 'Loading …',
  },
  chart: { asTable: 'Show as a table', asChart: 'Show as a chart', day: 'Day' },
  search: 'Search',
  copy: { copy: 'Copy', copied: 'Copied', refused: 'Not copied' },
  change: {
    up: (share: string, than: string) => `${share} more than ${than}`,
    down: (share: string, than: string) => `${share} less than ${than}`,
    same: (than: string) => `The same as ${than}`,
    none: (than: string) => `${than}: nothing`,
  },
  range: {
    label: 'Period',
    days: (count: number) => `${count} days`,
    thisMonth: 'This month',
    lastMonth: 'Last month',
    from: 'From',
    to: 'To',
    show: 'Show',
    missing: 'Both days are needed.',
    upsideDown: 'The last day is before the first.',
    early: (day: string) => `There is nothing before ${day}.`,
    long: (most: string, chosen: string) => `At most ${most} days at once; these are ${chosen}.`,
  },
  steps: { done: '(done)', change: 'Change', changeOf: (step: string) => `Change: ${step}` },
  all: 'All',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
};
