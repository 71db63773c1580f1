// The page size of every list. A list with another size names it beside its query, with the reason. The console and the
// command line read this file too.

/** Records per page of a list when the caller names no size. */
export const PAGE_SIZE = 20;

/** The highest number of records per page that a caller may ask for. */
export const MAX_PAGE_SIZE = 100;
