import { Type } from 'typebox';
import { id, list, nameSchemas, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { listedAdvertiserFields } from '../schemas.ts';
import { UrlRule } from '../url-rules/schemas.ts';
import { SHOWN_DOMAINS } from './list-creator-stores.ts';
import { STORES_PER_CATEGORY } from './list-stores-by-category.ts';

/** The interface documents this size for the stores of a toplist: a creator sees all of them at once. */
const TOPLIST_PAGE = { defaultSize: 200, maxSize: 200 };

export const storeQuery = {
  query: Type.Optional(text({ max: 255, description: 'A store’s id, or a part of its name in any case.' })),
  store_group_id: Type.Optional(id({ description: 'Only stores of this store group.' })),
  sort_by: sortQuery(['id', 'name', 'created_at']),
  ...pageQuery(),
};

export const StoreList = v2Envelope(Type.Object({ id: id(), name: Type.String() }));

const Category = Type.Object({ id: id(), name: Type.String(), key: Type.String() });

/** All categories, so that a form can offer them. */
export const MAX_CATEGORIES = 1000;
export const Categories = Type.Array(Category, {
  maxItems: MAX_CATEGORIES,
  description: `By name; at most ${MAX_CATEGORIES}.`,
});
export const CategoryList = v2Envelope(Category);

export const advertiserQuery = {
  category_id: Type.Optional(id({ description: 'An existing category. Without it, the recommended toplist.' })),
  include: Type.Optional(list(oneOf(['mainUrlMatchingRule', 'StoreCategories', 'domains']), { max: 3 })),
  ...pageQuery(TOPLIST_PAGE),
};

export const AdvertiserList = v2Envelope(
  Type.Object({
    ...listedAdvertiserFields,
    mainUrlMatchingRule: Type.Optional(UrlRule),
    StoreCategories: Type.Optional(Type.Array(Category)),
    domains: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: SHOWN_DOMAINS,
        description: `The first ${SHOWN_DOMAINS} domains that links can lead to, in the order in which the store added them. (An addition.)`,
      }),
    ),
  }),
);

export const toplistQuery = pageQuery(TOPLIST_PAGE);

export const Toplist = {
  ...v2Envelope(Type.Object(listedAdvertiserFields)),
  description: 'The stores on the toplist, in its order. (The body is an addition.)',
};

export const StoresByCategory = {
  ...v2Envelope(
    Type.Object({
      id: id(),
      name: Type.String(),
      key: Type.String(),
      stores: Type.Array(Type.Object(listedAdvertiserFields), {
        maxItems: STORES_PER_CATEGORY,
        description: `Its first ${STORES_PER_CATEGORY} stores, the toplist first. The list of advertisers with \`category_id\` contains all.`,
      }),
    }),
  ),
  description: 'Categories by name, each with its first stores. (The body is an addition.)',
};

export const storeGroupQuery = {
  return_ad_enabled: Type.Optional(
    Type.Boolean({ description: 'True: only groups with return ads enabled. False has no effect.' }),
  ),
  sort_by: sortQuery(['id', 'name', 'key', 'currency']),
  ...pageQuery(),
};

export const StoreGroupList = v2Envelope(
  Type.Object({ id: id(), name: Type.String(), key: Type.String(), currency: Type.String() }),
);

export const returnAdQuery = {
  query: Type.Optional(text({ max: 64, description: 'An ad’s id, or a part of its name in any case.' })),
  ...pageQuery(),
};

export const ReturnAdList = {
  ...v2Envelope(
    Type.Object({
      id: id(),
      name: Type.String(),
      url: Type.String({ description: 'The target; empty if it is not set.' }),
      store_group_id: nullable(id({ description: 'The market that shows it; null: all markets.' })),
      store_id: nullable(id({ description: 'The store that shows it; null: not a single store.' })),
    }),
  ),
  description: 'Active return ads, by id. (The body is an addition.)',
};

nameSchemas({
  StorePage: StoreList,
  StoreCategory: Category,
  AdvertiserPage: AdvertiserList,
  StoreGroupSummaryPage: StoreGroupList,
});
