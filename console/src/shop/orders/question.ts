import { readRange } from '../../parts/day-range.ts';
import type { OrdersSearch } from './search.ts';

/** Days that are shown when the address names none. */
const USUAL_DAYS = 90;
/** Orders are told of any number of days: they are looked for by their number or voucher. */
export const MOST_ORDER_DAYS = Number.POSITIVE_INFINITY;

export const ordersRange = (search: OrdersSearch) => readRange({ ...search }, USUAL_DAYS, MOST_ORDER_DAYS);

function whose(one: OrdersSearch['whose']) {
  if (one === undefined) return {};
  return one === 'unresolved' ? { unresolved: true } : { attributed: one === 'creators' };
}

/** What the API is asked for the list of an address, but its page. */
export function questionOf(search: OrdersSearch) {
  return {
    ...ordersRange(search),
    ...(search.status === undefined ? {} : { statuses: [search.status] }),
    ...whose(search.whose),
    ...(search.creator === undefined ? {} : { user_id: search.creator }),
    ...(search.q === undefined ? {} : { q: search.q }),
  };
}

/** Where the orders of an address, all pages, are to be had as a file. */
export function fileAddress(store: number, search: OrdersSearch, format: 'csv' | 'xlsx'): string {
  const query = new URLSearchParams({ format });
  for (const [key, value] of Object.entries(questionOf(search)))
    query.append(Array.isArray(value) ? `${key}[]` : key, String(value));
  return `/v2/stores/${store}/orders?${query}`;
}
