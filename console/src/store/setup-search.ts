import { readSort } from '../admin/components/list-search.ts';

/** Search parameters of the pages for a store's setup. */
interface PageSearch {
  page?: number;
}

export function readPageSearch({ page }: Record<string, unknown>): PageSearch {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}

export const WAYS = ['script', 'image', 'plugin', 'server'] as const;
/** Tracking method shown by the page. */
export type Way = (typeof WAYS)[number];

/** `sort`: that of the vouchers. */
export const readVouchersSearch = (search: Record<string, unknown>) => ({
  ...readPageSearch(search),
  ...readSort(search, ['code', 'creator', 'created_at']),
});

export function readTrackingSearch(search: Record<string, unknown>): { way?: Way } {
  const way = WAYS.find((one) => one === search.way);
  return way === undefined ? {} : { way };
}

/** `url`: the URL to test. */
export function readRulesSearch(search: Record<string, unknown>): PageSearch & { url?: string } {
  return {
    ...readPageSearch(search),
    ...(typeof search.url === 'string' && search.url !== '' ? { url: search.url } : {}),
  };
}
