import { readListSearch } from '../../admin/components/list-search.ts';

/** Search parameters of lists of invoices of one party. */
export function readInvoicesSearch(search: Record<string, unknown>) {
  const { query: _, ...kept } = readListSearch(search, ['number', 'payment_date', 'net', 'total']);
  return kept;
}

/** The sort order of a list of invoices of one party. */
export type InvoicesSort = ReturnType<typeof readInvoicesSearch>['sort'];
