export const en = {
  failure: {
    title: 'Something went wrong',
    offline: 'The server cannot be reached. Check your connection.',
    retry: 'Try again',
    wait: (seconds: number) => `Too many requests. Try again in ${seconds} s.`,
    missing: 'Not found',
    missingHint: 'It may have been deleted, or the URL may be wrong.',
    away: 'The server is temporarily unavailable. Try again in a moment.',
    fault: (id: string | null) =>
      id === null
        ? 'Server error. Try again in a moment.'
        : `Server error. If it happens again, give support this ID: ${id}.`,
  },
  table: {
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    rows: (count: string) => `${count} total`,
    previous: 'Previous page',
    next: 'Next page',
    sortBy: (column: string) => `Sort by ${column}`,
    loading: 'Loading …',
  },
  chart: { asTable: 'Show as a table', asChart: 'Show as a chart', day: 'Date' },
  search: 'Search',
  copy: { copy: 'Copy', copied: 'Copied', refused: 'Copy failed' },
  change: {
    up: (share: string, than: string) => `${share} more than ${than}`,
    down: (share: string, than: string) => `${share} less than ${than}`,
    same: (than: string) => `Same as ${than}`,
    none: (than: string) => `No data for ${than}`,
  },
  range: {
    label: 'Period',
    days: (count: number) => `${count} days`,
    thisMonth: 'This month',
    lastMonth: 'Last month',
    from: 'From',
    to: 'To',
    show: 'Show',
    missing: 'Select both dates.',
    upsideDown: 'The end date is before the start date.',
    early: (day: string) => `There is no data before ${day}.`,
    long: (most: string, chosen: string) => `Select at most ${most} days; this range has ${chosen}.`,
  },
  steps: { done: '(done)', change: 'Edit', changeOf: (step: string) => `Edit: ${step}` },
  all: 'All',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
};
