import { type Static, Type } from 'typebox';
import type { EventAudience } from '../../platform/events/event-kind.ts';
import type { Heading } from '../../platform/export/headings.ts';
import { id, list, oneOf, text, whole } from '../../platform/http/fields.ts';
import { CREATOR_LIST_ORDER, STATUSES, STORE_LIST_ORDER } from '../orders/index.ts';
import { CAMPAIGN_SORTS, CREATOR_SORTS, LINK_SORTS, USER_SORTS } from '../statistics/index.ts';

/** The lists that can be mailed. */
export const REPORT_LISTS = ['creators', 'links', 'campaigns', 'orders'] as const;
export type ReportListName = (typeof REPORT_LISTS)[number];

const MAX_IDS = 500;

/** The filters of all lists, by the names in the queries of the lists. */
export const ReportFilters = Type.Object(
  {
    q: Type.Optional(text({ max: 255, description: 'The text that the list is searched for.' })),
    users: Type.Optional(list(id(), { min: 1, max: MAX_IDS, description: 'Only these creators.' })),
    links: Type.Optional(list(id(), { min: 1, max: MAX_IDS, description: 'Only these links.' })),
    statuses: Type.Optional(list(oneOf(STATUSES), { min: 1, max: 10 })),
    user_id: Type.Optional(id({ description: 'Orders of this creator.' })),
    link_id: Type.Optional(id({ description: 'Orders attributed to this link.' })),
    offer_id: Type.Optional(whole({ min: 0, description: 'Orders under this campaign’s terms; 0: under none’s.' })),
    attributed: Type.Optional(Type.Boolean()),
    unresolved: Type.Optional(Type.Boolean()),
    contradicted: Type.Optional(Type.Boolean()),
    sort_by: Type.Optional(text({ max: 60, description: 'As in the query of the list.', examples: ['clicks:desc'] })),
  },
  { description: 'The filters and the order of the list. Each list has only some of them.' },
);
export type Filters = Static<typeof ReportFilters>;

/** A list of one kind of owner. */
interface ReportList {
  filters: readonly (keyof Filters)[];
  /** The columns of `sort_by`. */
  sorts: readonly string[];
  /** The columns of a PDF, whose pages are too narrow for all. */
  printed: readonly Heading[];
}

const RANKED: readonly Heading[] = ['Clicks', 'Orders', 'Order value', 'Cost', 'Order value for each unit of cost'];
const RANKING: (keyof Filters)[] = ['q', 'users', 'sort_by'];
const sortsOf = (order: { query: object }) =>
  (order.query as { enum: readonly string[] }).enum.map((sort) => sort.slice(0, sort.lastIndexOf(':')));

/** The lists of a store, an agency and a creator. */
export const LISTS: Partial<Record<EventAudience, Partial<Record<ReportListName, ReportList>>>> = {
  store: {
    creators: { filters: RANKING, sorts: [...USER_SORTS, 'public_name'], printed: ['Creator', ...RANKED] },
    links: {
      filters: [...RANKING, 'links'],
      sorts: [...LINK_SORTS, 'public_name'],
      printed: ['Title', 'Creator', ...RANKED],
    },
    campaigns: { filters: RANKING, sorts: CAMPAIGN_SORTS, printed: ['Campaign', ...RANKED] },
    orders: {
      filters: [
        'q',
        'user_id',
        'statuses',
        'link_id',
        'offer_id',
        'attributed',
        'unresolved',
        'contradicted',
        'sort_by',
      ],
      sorts: sortsOf(STORE_LIST_ORDER),
      printed: ['Order', 'Placed (UTC)', 'Status', 'Value less refunds', 'Commission', 'Creator’s part', 'Creator'],
    },
  },
  agency: {
    creators: {
      filters: ['q', 'sort_by'],
      sorts: CREATOR_SORTS,
      printed: ['Creator', 'Clicks', 'Orders', 'Creator’s part', 'Agency’s part', 'Currency'],
    },
  },
  user: {
    orders: {
      filters: ['statuses', 'link_id', 'offer_id', 'sort_by'],
      sorts: sortsOf(CREATOR_LIST_ORDER),
      printed: ['Store', 'Placed (UTC)', 'Status', 'Currency', 'Value less refunds', 'Creator’s part', 'Campaign'],
    },
  },
};

/** The faults of a list and its filters, by field; none when the owner has such a list. */
export function faultsOfView(
  audience: EventAudience,
  { list: name, filters }: { list: ReportListName; filters: Filters },
): Record<string, string[]> {
  const known = LISTS[audience]?.[name];
  if (known === undefined) {
    const names = Object.keys(LISTS[audience] ?? {});
    return { list: [`must be one of ${names.join(', ')} for this owner`] };
  }
  const faults: Record<string, string[]> = {};
  for (const field of Object.keys(filters) as (keyof Filters)[]) {
    if (!known.filters.includes(field)) faults[`filters.${field}`] = ['must be absent: this list has no such filter'];
  }
  const { sort_by: sortBy } = filters;
  if (sortBy !== undefined && !known.sorts.some((column) => [`${column}:asc`, `${column}:desc`].includes(sortBy)))
    faults['filters.sort_by'] = [
      `must be column:direction, with column one of ${known.sorts.join(', ')} and direction asc or desc`,
    ];
  return faults;
}
