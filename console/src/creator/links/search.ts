const LINK_SORTS = ['created_at', 'clicks', 'orders', 'earnings'].flatMap((by) => [`${by}:asc`, `${by}:desc`]);
type LinkSort = `${'created_at' | 'clicks' | 'orders' | 'earnings'}:${'asc' | 'desc'}`;

/** Filters of the list of links, besides the range of days. */
interface LinkFilters {
  search?: string;
  shop?: number;
  state?: 'paid' | 'refused';
  tag?: string;
  archived?: 'only' | 'include';
}

/** Filters and sort order of the list of links, as kept in the URL. */
export interface LinkSearch extends LinkFilters {
  sort?: LinkSort;
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Reads filters and sort order from the URL. Invalid values are left out. */
export function readLinkSearch({ search, shop, state, tag, archived, sort }: Record<string, unknown>): LinkSearch {
  return {
    ...(text(search) === '' ? {} : { search: text(search) }),
    ...(/^[1-9]\d{0,14}$/.test(text(shop)) ? { shop: Number(shop) } : {}),
    ...(state === 'paid' || state === 'refused' ? { state } : {}),
    ...(text(tag) === '' ? {} : { tag: text(tag) }),
    ...(archived === 'only' || archived === 'include' ? { archived } : {}),
    ...(LINK_SORTS.includes(text(sort)) ? { sort: sort as LinkSort } : {}),
  };
}
