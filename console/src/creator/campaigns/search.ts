/** The orders of the campaigns that anybody can apply for; newest first without one. */
export const DISCOVER_SORTS = ['valid_until:asc', 'per_click:desc', 'per_order_fixed:desc', 'per_order:desc'] as const;

/** Search parameters of the page of campaigns; defaults are left out. */
export interface CampaignsSearch {
  name?: string | undefined;
  /** The page of the creator’s own campaigns. */
  page?: number | undefined;
  category?: number | undefined;
  market?: number | undefined;
  order?: (typeof DISCOVER_SORTS)[number] | undefined;
  /** The page of the campaigns that anybody can apply for. */
  found?: number | undefined;
}

export function readCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const name = typeof search.name === 'string' ? search.name.trim() : '';
  const order = DISCOVER_SORTS.find((one) => one === search.order);
  return {
    ...(name !== '' && { name }),
    ...(order !== undefined && { order }),
    ...whole(search, 'page'),
    ...whole(search, 'category'),
    ...whole(search, 'market'),
    ...whole(search, 'found'),
  };
}

function whole<Key extends string>(search: Record<string, unknown>, key: Key): { [Name in Key]?: number } {
  const value = Number(search[key]);
  return (Number.isSafeInteger(value) && value > 0 ? { [key]: value } : {}) as { [Name in Key]?: number };
}
