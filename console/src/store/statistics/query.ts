import { readRange } from '../../components/day-range.ts';
import { type Sort, sortText } from '../../components/table/list-state.ts';
import type { StatisticsKind, StatisticsSearch } from './search.ts';

/** Sort keys by list. */
const SORTS = {
  creators: ['public_name', 'social_followers', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'],
  links: ['public_name', 'text', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'],
  campaigns: ['title', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'],
} as const satisfies Record<StatisticsKind, readonly string[]>;

type SortOf<Kind extends StatisticsKind> = `${(typeof SORTS)[Kind][number]}:${'asc' | 'desc'}`;

/** Sort order of a list; falls back to clicks, descending. */
export function sortFor(kind: StatisticsKind, { sort }: StatisticsSearch): Sort {
  const [by = '', direction] = (sort ?? '').split(':');
  const isKnown = (SORTS[kind] as readonly string[]).includes(by);
  return isKnown ? { by, descending: direction !== 'asc' } : { by: 'clicks', descending: true };
}

/** Query of the list for the search parameters, without the page. */
export function queryOf<Kind extends StatisticsKind>(kind: Kind, search: StatisticsSearch) {
  return {
    ...readRange({ ...search }),
    sort_by: sortText(sortFor(kind, search)) as SortOf<Kind>,
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.creator === undefined ? {} : { users: String(search.creator) }),
    ...(kind === 'links' && search.links !== undefined ? { links: search.links } : {}),
  };
}

const PATHS = { creators: 'creator-stats', links: 'link-stats', campaigns: 'offer-stats' } as const;
export const FILE_FORMATS = ['xlsx', 'csv', 'json'] as const;

/** URL of the file with all pages of the list. */
export function fileAddress(
  store: number,
  kind: StatisticsKind,
  { search, format }: { search: StatisticsSearch; format: (typeof FILE_FORMATS)[number] },
): string {
  const query = new URLSearchParams({ ...queryOf(kind, search), format });
  return `/v2/stores/${store}/${PATHS[kind]}?${query}`;
}
