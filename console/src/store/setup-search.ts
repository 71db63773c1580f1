import { readSort } from '../admin/components/list-search.ts';

/** Search parameters of the pages for a store's setup. */
interface PageSearch {
  page?: number;
}

export function readPageSearch({ page }: Record<string, unknown>): PageSearch {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}

/** The tracking methods that the page offers first. */
export const MAIN_WAYS = ['shopify', 'woocommerce', 'medusa', 'vendure', 'script', 'server'] as const;
/** Less usual methods, each below one of the others. */
export const FURTHER_WAYS = { script: 'image', server: 'plugin' } as const;

const WAYS = [...MAIN_WAYS, 'image', 'plugin'] as const;
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
