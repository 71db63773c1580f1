import { api, client } from '../../api.ts';

/** A record of one of the lists. `useListFields` defines its fields. */
export type Entry = { id: number; name: string; created_at: string } & Record<string, unknown>;

type Body = Record<string, unknown>;

/** Endpoints of an administrative list. All five lists have the same operations over their own fields. */
interface ListOperations {
  path:
    | '/v2/admin/revenue-tiers'
    | '/v2/admin/user-tags'
    | '/v2/admin/store-groups'
    | '/v2/admin/categories'
    | '/v2/admin/return-ads';
  create: (body: Body) => Promise<unknown>;
  change: (id: number, body: Body) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
}

// Forms and server validate the fields of each list, so the bodies share one type.
const at = <Name extends string>(name: Name, id: number) => ({
  params: { path: { [name]: id } as Record<Name, number> },
});

export const LISTS = {
  tiers: {
    path: '/v2/admin/revenue-tiers',
    create: (body) => client.POST('/v2/admin/revenue-tiers', { body: body as never }),
    change: (id, body) => client.PATCH('/v2/admin/revenue-tiers/{revenue_tier}', { ...at('revenue_tier', id), body }),
    remove: (id) => client.DELETE('/v2/admin/revenue-tiers/{revenue_tier}', at('revenue_tier', id)),
  },
  tags: {
    path: '/v2/admin/user-tags',
    create: (body) => client.POST('/v2/admin/user-tags', { body: body as never }),
    change: (id, body) => client.PATCH('/v2/admin/user-tags/{user_tag}', { ...at('user_tag', id), body }),
    remove: (id) => client.DELETE('/v2/admin/user-tags/{user_tag}', at('user_tag', id)),
  },
  markets: {
    path: '/v2/admin/store-groups',
    create: (body) => client.POST('/v2/admin/store-groups', { body: body as never }),
    change: (id, body) => client.PATCH('/v2/admin/store-groups/{store_group}', { ...at('store_group', id), body }),
    remove: (id) => client.DELETE('/v2/admin/store-groups/{store_group}', at('store_group', id)),
  },
  categories: {
    path: '/v2/admin/categories',
    create: (body) => client.POST('/v2/admin/categories', { body: body as never }),
    change: (id, body) => client.PATCH('/v2/admin/categories/{category}', { ...at('category', id), body }),
    remove: (id) => client.DELETE('/v2/admin/categories/{category}', at('category', id)),
  },
  'return-ads': {
    path: '/v2/admin/return-ads',
    create: (body) => client.POST('/v2/admin/return-ads', { body: body as never }),
    change: (id, body) => client.PATCH('/v2/admin/return-ads/{return_ad}', { ...at('return_ad', id), body }),
    remove: (id) => client.DELETE('/v2/admin/return-ads/{return_ad}', at('return_ad', id)),
  },
} satisfies Record<string, ListOperations>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** One page of a list. */
export function useEntries(
  list: ListName,
  query: { page: number; query?: string; sort_by?: 'name:asc' | 'name:desc' | 'created_at:asc' | 'created_at:desc' },
) {
  return api.useList('get', LISTS[list].path, { params: { query } });
}
