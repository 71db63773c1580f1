import { readRange } from '../../components/day-range.ts';
import type { ExportFormat } from '../../components/export-menu.tsx';
import type { OrdersSearch } from './search.ts';

/** Default number of days. */
const USUAL_DAYS = 90;
/** Orders have no limit of days, since they are searched by number or voucher. */
export const MAX_ORDER_RANGE_DAYS = Number.POSITIVE_INFINITY;

export const ordersRange = (search: OrdersSearch) => readRange({ ...search }, USUAL_DAYS, MAX_ORDER_RANGE_DAYS);

function whose(one: OrdersSearch['whose']) {
  if (one === undefined) return {};
  if (one === 'contradicted') return { contradicted: true };
  return one === 'unresolved' ? { unresolved: true } : { attributed: one === 'creators' };
}

/** The filters and the order of the list. */
export function filtersOf(search: OrdersSearch) {
  return {
    ...(search.status === undefined ? {} : { statuses: [search.status] }),
    ...whose(search.whose),
    ...(search.creator === undefined ? {} : { user_id: search.creator }),
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.sort === undefined ? {} : { sort_by: search.sort }),
  };
}

/** Query of the list for the search parameters, without the page. */
export const queryOf = (search: OrdersSearch) => ({ ...ordersRange(search), ...filtersOf(search) });

/** URL of the file with all pages of the list. */
export function fileAddress(store: number, search: OrdersSearch, format: ExportFormat): string {
  const query = new URLSearchParams({ format });
  for (const [key, value] of Object.entries(queryOf(search)))
    query.append(Array.isArray(value) ? `${key}[]` : key, String(value));
  return `/v2/stores/${store}/orders?${query}`;
}
