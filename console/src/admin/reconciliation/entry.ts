import type { paths } from '@tributary/client';

/** What a bank reported of one payment. */
export type Entry = paths['/v2/bank-entries']['get']['responses']['200']['content']['application/json']['data'][number];

export const OUTCOMES = [
  'paid',
  'paid_unexpectedly',
  'returned',
  'rejected',
  'invoice_paid',
  'known',
  'noted',
  'unmatched',
  'dismissed',
] as const;
