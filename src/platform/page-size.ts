// The page size of every list. A list with another page size declares it beside its query and states the reason. The console and the
// command line read this file too.

/** Records per page of a list when the caller names no size. */
export const PAGE_SIZE = 20;

/** Maximum page size that a caller may request. */
export const MAX_PAGE_SIZE = 100;
