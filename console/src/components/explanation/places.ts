import type { LinkProps } from '@tanstack/react-router';
import type { DayRange } from '../day-range.ts';

/** The kinds of records with an explanation. A line of an invoice is `12-3`: invoice and position. */
export const EXPLAINED = ['clicks', 'orders', 'payments', 'lines'] as const;
export type Explained = (typeof EXPLAINED)[number];

/** The owner of the clicks and orders: a store or a creator. */
export type Whose = { store: number } | { user: number };

/** The filter of the page. `campaign` 0 means: not priced by a campaign. */
export interface DaysFilter {
  link?: number;
  campaign?: number;
  creator?: number;
}

/** The page that explains one amount. */
export const explanationOf = (kind: Explained, id: string | number): LinkProps => ({
  to: '/console/explained/$kind/$id',
  params: { kind, id: String(id) },
});

/** The page of an invoice's or a statement's lines. */
export const linesOf = (invoice: number): LinkProps => ({
  to: '/console/invoice-lines/$invoice',
  params: { invoice: String(invoice) },
});

/** The page of clicks and orders by day. */
export function daysOf(whose: Whose, range: DayRange, filter: DaysFilter = {}): LinkProps {
  const search = { ...range, ...filter };
  return 'store' in whose
    ? { to: '/console/shop/$store/days', params: { store: String(whose.store) }, search }
    : { to: '/console/users/$user/days', params: { user: String(whose.user) }, search };
}

/** The page of the record from which a step was read, if the console has one. */
export function recordPlace({ kind, id }: { kind: string; id: string }): LinkProps | null {
  if (kind === 'click') return explanationOf('clicks', id);
  if (kind === 'order') return explanationOf('orders', id);
  if (kind === 'one_time_payment') return explanationOf('payments', id);
  return kind === 'invoice_line' ? explanationOf('lines', id.replace('/', '-')) : null;
}
