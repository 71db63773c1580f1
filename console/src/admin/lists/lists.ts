import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../../api.ts';

/** A record of one of the lists. `useListFields` defines its fields. */
export type Entry = { id: number; name: string; created_at: string } & Record<string, unknown>;

type Body = Record<string, unknown>;

/** The paths of each list and of its entries, and the name of the id in the latter. */
const LISTS = {
  tiers: {
    path: '/v2/admin/revenue-tiers',
    entry: '/v2/admin/revenue-tiers/{revenue_tier}',
    param: 'revenue_tier',
  },
  tags: { path: '/v2/admin/user-tags', entry: '/v2/admin/user-tags/{user_tag}', param: 'user_tag' },
  markets: { path: '/v2/admin/store-groups', entry: '/v2/admin/store-groups/{store_group}', param: 'store_group' },
  categories: { path: '/v2/admin/categories', entry: '/v2/admin/categories/{category}', param: 'category' },
  'return-ads': { path: '/v2/admin/return-ads', entry: '/v2/admin/return-ads/{return_ad}', param: 'return_ad' },
} as const satisfies Record<string, { path: keyof paths; entry: keyof paths; param: string }>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

// All lists have the same operations over their own fields, which forms and the server validate. They share the types of one list.
const listAt = (list: ListName) => LISTS[list].path as '/v2/admin/categories';
const entryAt = (list: ListName) => LISTS[list].entry as '/v2/admin/categories/{category}';
const paramsOf = (list: ListName, id: number) => ({
  params: { path: { [LISTS[list].param]: id } as unknown as { category: number } },
});

/** One page of a list. */
export function useEntries(
  list: ListName,
  query: { page: number; query?: string; sort_by?: 'name:asc' | 'name:desc' | 'created_at:asc' | 'created_at:desc' },
) {
  return api.useList('get', listAt(list), { params: { query } });
}

/** One entry, with the entity tag for its change. */
export function useEntry(list: ListName, id: number) {
  return api.useQuery('get', entryAt(list), paramsOf(list, id));
}

export const createEntry = (list: ListName, body: Body) => client.POST(listAt(list), { body: body as never });

/** Refused if the entry has changed since `useEntry` has read it. */
export const changeEntry = (list: ListName, id: number, body: Body) =>
  client.PATCH(entryAt(list), { ...paramsOf(list, id), body, headers: ifMatch(`${LISTS[list].path}/${id}`) });

export const removeEntry = (list: ListName, id: number) => client.DELETE(entryAt(list), paramsOf(list, id));
