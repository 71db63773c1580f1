import { presentListedAdvertiser } from '../advertisers.ts';
import { presentRule } from '../url-rules/present.ts';
import type { ListedAdvertiser } from './list-advertisers.ts';
import type { Category } from './list-categories.ts';
import type { ReturnAd } from './list-return-ads.ts';
import type { Shelf } from './list-shelves.ts';
import type { ListedStoreGroup } from './list-store-groups.ts';

export const presentStore = ({ id, name }: { id: number; name: string }) => ({ id, name });

export const presentCategory = ({ id, name, key }: Category) => ({ id, name, key });

export const presentStoreGroup = ({ id, name, key, currency }: ListedStoreGroup) => ({ id, name, key, currency });

/** An advertiser with the requested includes; a store without a main rule has no such field. */
export function presentChoice(advertiser: ListedAdvertiser) {
  const { mainRule, categories } = advertiser;
  return {
    ...presentListedAdvertiser(advertiser),
    ...(mainRule === undefined ? {} : { mainUrlMatchingRule: presentRule(mainRule) }),
    ...(categories === undefined ? {} : { StoreCategories: categories.map(presentCategory) }),
  };
}

export function presentShelf(shelf: Shelf) {
  return { ...presentCategory(shelf), stores: shelf.stores.map(presentListedAdvertiser) };
}

export function presentReturnAd({ id, name, url, store_group_id, store_id }: ReturnAd) {
  return { id, name, url: url ?? '', store_group_id, store_id };
}
