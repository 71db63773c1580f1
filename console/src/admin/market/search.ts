import { omitUndefined, readChoice, readDay, readId, readListSearch } from '../components/list-search.ts';

type Search = Record<string, unknown>;

export const CAMPAIGN_STATUSES = ['active', 'paused', 'scheduled', 'ended', 'deleted'] as const;
export const ORDER_STATUSES = ['pending', 'approved', 'denied'] as const;
export const ARCHIVED = ['include', 'only'] as const;

const readCommon = (search: Search) => {
  const { query } = readListSearch(search, []);
  return omitUndefined({ query, store: readId(search.store), creator: readId(search.creator) });
};

/** Filters of the campaigns of all stores. */
export const readCampaignsSearch = (search: Search) => ({
  ...readCommon(search),
  ...omitUndefined({ status: readChoice(search.status, CAMPAIGN_STATUSES) }),
});

/** Filters of the orders of all stores. */
export const readOrdersSearch = (search: Search) => ({
  ...readCommon(search),
  ...omitUndefined({
    status: readChoice(search.status, ORDER_STATUSES),
    from: readDay(search.from),
    to: readDay(search.to),
  }),
});

/** Filters of the links of all creators. */
export const readLinksSearch = (search: Search) => ({
  ...readCommon(search),
  ...omitUndefined({ archived: readChoice(search.archived, ARCHIVED) }),
});
