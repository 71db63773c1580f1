/** What the addresses of the pages about a shop's set-up keep. */
interface PageSearch {
  page?: number;
}

export function readPageSearch({ page }: Record<string, unknown>): PageSearch {
  return Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {};
}

export const WAYS = ['script', 'image', 'plugin', 'server'] as const;
/** A way of telling of orders, as the page has them. */
export type Way = (typeof WAYS)[number];

export function readTrackingSearch(search: Record<string, unknown>): PageSearch & { way?: Way } {
  const way = WAYS.find((one) => one === search.way);
  return { ...readPageSearch(search), ...(way === undefined ? {} : { way }) };
}

/** `url`: the link that is tried out. */
export function readRulesSearch(search: Record<string, unknown>): PageSearch & { url?: string } {
  return {
    ...readPageSearch(search),
    ...(typeof search.url === 'string' && search.url !== '' ? { url: search.url } : {}),
  };
}
