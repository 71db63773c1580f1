import { type DayRange, readRange } from '../components/day-range.ts';

const SORTS = ['name', 'clicks', 'orders', 'earnings', 'agency_earnings'] as const;
type CreatorSort = `${(typeof SORTS)[number]}:${'asc' | 'desc'}`;

interface CreatorsSearch extends Partial<DayRange> {
  page?: number;
  q?: string;
  sort?: CreatorSort;
}

/** Search parameters of the list of creators. */
export function readCreatorsSearch(search: Record<string, unknown>): CreatorsSearch {
  const { page, q, sort } = search;
  const known = SORTS.flatMap((one) => [`${one}:asc`, `${one}:desc`] as const).find((one) => one === sort);
  return {
    ...(search.from === undefined ? {} : readRange(search)),
    ...readPage({ page }),
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(known === undefined ? {} : { sort: known }),
  };
}

export function readPage({ page }: Record<string, unknown>): { page?: number } {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}
