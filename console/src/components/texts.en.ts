export const en = {
  failure: {
    title: 'Something went wrong',
    offline: 'The server cannot be reached. Check your connection.',
    signedOut: 'Your session ended. Sign in again.',
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
  chart: { asTable: 'Show as a table', asChart: 'Show as a chart', measure: 'Measure in the chart', day: 'Date' },
  search: 'Search',
  role: {
    notice: {
      manager: 'Your role here is manager. Controls for payments and the team are for owners and finance.',
      finance: 'Your role here is finance. Controls that change anything but payments are hidden or disabled.',
      read_only:
        'Your role here is read only. Controls that change something are hidden or disabled. An owner can change your role.',
    },
    disabled: 'Not permitted by your role',
  },
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
  export: {
    button: 'Export',
    hint: 'All rows with the current filters and sort order',
    xlsx: 'Excel (XLSX)',
    csv: 'CSV',
    json: 'JSON',
  },
  undo: 'Undo',
  leave: {
    title: 'Leave without saving?',
    hint: 'Your changes will be lost.',
    stay: 'Stay here',
    go: 'Leave',
  },
  all: 'All',
  cancel: 'Cancel',
  reason: 'Reason',
  dismiss: 'Dismiss',
};
