import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { Language } from '../../../platform/locale.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { storesBlocking } from '../blocklist/stores-blocking.ts';
import { type PricedStore, readPricedStores } from '../priced-stores.ts';
import { type Category, listCategories } from './list-categories.ts';
import { openTo, toplistOrder } from './visible.ts';

/** Maximum number of stores shown for a category. */
export const STORES_PER_CATEGORY = 10;

/** A category with the first of its stores that a creator can choose. */
export interface CategoryWithStores extends Category {
  stores: PricedStore[];
}

/** Lists the categories by name, each with its first stores in the order of the toplist. */
export async function listStoresByCategory(
  ctx: Context,
  { userId, page, language }: { userId: number; page: PageRequest; language: Language | null },
): Promise<Page<CategoryWithStores>> {
  const categories = await listCategories(ctx, { page, language });
  const categoryIds = categories.items.map(({ id }) => id);
  const places = groupBy(await firstStores(ctx, userId, categoryIds), (row) => row.category_id);
  const shown = new Set([...places.values()].flat().map((row) => row.store_id));
  const pricedStores = new Map((await readPricedStores(ctx, [...shown])).map((one) => [one.id, one]));
  return {
    total: categories.total,
    items: categories.items.map((category) => ({
      ...category,
      stores: (places.get(category.id) ?? []).flatMap((row) => pricedStores.get(row.store_id) ?? []),
    })),
  };
}

/**
 * The toplist is short and is searched for each category; the other stores of a category are already in the order of their ids.
 * Conditions on the other table are scalar sub-queries, which PostgreSQL never converts to a join over all stores, so that ten
 * stores are found after a few look-ups.
 */
async function firstStores({ db, now }: Context, userId: number, categoryIds: readonly number[]) {
  const choosable = sql`${openTo(userId, now())} AND s.id NOT IN (SELECT store_id FROM blocking)`;
  const { rows } = await db.execute<{ category_id: number; store_id: number }>(sql`
    WITH blocking AS MATERIALIZED (${storesBlocking(userId)})
    SELECT wanted.category_id, first.store_id FROM unnest(${sql.param([...categoryIds])}::bigint[]) AS wanted (category_id)
    CROSS JOIN LATERAL (
      (SELECT s.id AS store_id, s.toplist_rank FROM stores s WHERE s.toplist_rank IS NOT NULL AND ${choosable} AND
        (SELECT true FROM store_categories c WHERE c.category_id = wanted.category_id AND c.store_id = s.id)
        ORDER BY ${toplistOrder} LIMIT ${STORES_PER_CATEGORY})
      UNION ALL
      (SELECT c.store_id, NULL FROM store_categories c WHERE c.category_id = wanted.category_id AND
        (SELECT s.toplist_rank IS NULL AND ${choosable} FROM stores s WHERE s.id = c.store_id)
        ORDER BY c.store_id LIMIT ${STORES_PER_CATEGORY})
      ORDER BY toplist_rank, store_id LIMIT ${STORES_PER_CATEGORY}
    ) first ORDER BY wanted.category_id, first.toplist_rank, first.store_id`);
  return rows;
}
