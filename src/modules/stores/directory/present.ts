import { presentListedAdvertiser } from '../priced-stores.ts';
import { presentRule } from '../url-rules/present.ts';
import type { Category } from './list-categories.ts';
import type { ListedStore } from './list-creator-stores.ts';
import type { ReturnAd } from './list-return-ads.ts';
import type { ListedStoreGroup } from './list-store-groups.ts';
import type { CategoryWithStores } from './list-stores-by-category.ts';

export const presentStore = ({ id, name }: { id: number; name: string }) => ({ id, name });

export const presentCategory = ({ id, name, key }: Category) => ({ id, name, key });

export const presentStoreGroup = ({ id, name, key, currency }: ListedStoreGroup) => ({ id, name, key, currency });

/** An advertiser with the requested includes; a store without a main rule has no such field. */
export function presentChoice(advertiser: ListedStore) {
  const { mainRule, categories, domains } = advertiser;
  return {
    ...presentListedAdvertiser(advertiser),
    ...(mainRule === undefined ? {} : { mainUrlMatchingRule: presentRule(mainRule) }),
    ...(domains === undefined ? {} : { domains }),
    ...(categories === undefined ? {} : { StoreCategories: categories.map(presentCategory) }),
  };
}

export function presentCategoryWithStores(category: CategoryWithStores) {
  return { ...presentCategory(category), stores: category.stores.map(presentListedAdvertiser) };
}

export function presentReturnAd({ id, name, url, store_group_id, store_id }: ReturnAd) {
  return { id, name, url: url ?? '', store_group_id, store_id };
}
