import { MAX_RESULT_DAYS } from '../../../../src/platform/limits.ts';
import { type DayRange, readRange } from '../../components/day-range.ts';
import { type Sort, sortText } from '../../components/table/list-state.ts';
import type { RankedKind, StatisticsKind, StatisticsSearch } from './search.ts';

/** Sort keys by list. */
const SORTS = {
  creators: ['public_name', 'social_followers', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'],
  links: ['public_name', 'text', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'],
  campaigns: ['title', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'],
} as const satisfies Record<RankedKind, readonly string[]>;

type SortOf<Kind extends RankedKind> = `${(typeof SORTS)[Kind][number]}:${'asc' | 'desc'}`;

/** Sort order of a list; falls back to clicks, descending. */
export function sortFor(kind: RankedKind, { sort }: StatisticsSearch): Sort {
  const [by = '', direction] = (sort ?? '').split(':');
  const isKnown = (SORTS[kind] as readonly string[]).includes(by);
  return isKnown ? { by, descending: direction !== 'asc' } : { by: 'clicks', descending: true };
}

/** The selected days, as many as the API accepts. */
export const selectedDays = (search: StatisticsSearch): DayRange => readRange({ ...search }, 30, MAX_RESULT_DAYS);

/** Query of the list for the search parameters, without the page. */
export function queryOf<Kind extends RankedKind>(kind: Kind, search: StatisticsSearch) {
  return {
    ...selectedDays(search),
    sort_by: sortText(sortFor(kind, search)) as SortOf<Kind>,
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.creator === undefined ? {} : { users: String(search.creator) }),
    ...(kind === 'links' && search.links !== undefined ? { links: search.links } : {}),
  };
}

/** Query of the totals and the chart. */
export const resultsQuery = ({ creator, links }: StatisticsSearch, kind: StatisticsKind, range: DayRange) => ({
  ...range,
  ...(creator === undefined ? {} : { users: String(creator) }),
  ...(kind === 'links' && links !== undefined ? { links } : {}),
});

const PATHS = { creators: 'creator-stats', links: 'link-stats', campaigns: 'offer-stats' } as const;
export const FILE_FORMATS = ['xlsx', 'csv', 'json'] as const;

/** URL of the file with all pages of the list. */
export function fileAddress(
  store: number,
  kind: RankedKind,
  { search, format }: { search: StatisticsSearch; format: (typeof FILE_FORMATS)[number] },
): string {
  const query = new URLSearchParams({ ...queryOf(kind, search), format });
  return `/v2/stores/${store}/${PATHS[kind]}?${query}`;
}
