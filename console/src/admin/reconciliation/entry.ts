import type { paths } from '@tributary/client';

/** One payment in a bank report. */
export type Entry = paths['/v2/bank-entries']['get']['responses']['200']['content']['application/json']['data'][number];

/** As a record, so that a missing one is refused. Addresses name them, so that all pages load them without their texts. */
const NAMES: Record<Entry['outcome'], true> = {
  paid: true,
  paid_unexpectedly: true,
  returned: true,
  rejected: true,
  invoice_paid: true,
  prepaid: true,
  known: true,
  doubtful: true,
  noted: true,
  unmatched: true,
  dismissed: true,
};

export const OUTCOMES = Object.keys(NAMES) as Entry['outcome'][];
