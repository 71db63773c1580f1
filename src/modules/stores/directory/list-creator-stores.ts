import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { Language } from '../../../platform/locale.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type PricedStore, readPricedStores } from '../priced-stores.ts';
import { categoryName } from '../record/categories.ts';
import { findMainRules } from '../url-rules/find-rules.ts';
import type { UrlRule } from '../url-rules/rule.ts';
import type { Category } from './list-categories.ts';
import { linkableBy, toplistOrder } from './visible.ts';

export interface CreatorStoreFilters {
  /** The creator who chooses. */
  userId: number;
  /** Only stores of this category. */
  categoryId?: number | undefined;
  /** Only stores on the toplist. */
  rankedOnly?: boolean;
  withMainRule?: boolean;
  /** With the categories of each store, named in this language (`categoryName`). */
  withCategories?: { language: Language | null } | undefined;
  /** With the first domains of each store. */
  withDomains?: boolean;
  page: PageRequest;
}

/** An advertiser with the requested includes; a store need not have a main rule. */
export interface ListedStore extends PricedStore {
  mainRule?: UrlRule | undefined;
  categories?: Category[] | undefined;
  domains?: string[] | undefined;
}

/** Maximum number of domains that are shown of a store. */
export const SHOWN_DOMAINS = 5;

/**
 * Lists the stores that a creator can choose, the toplist first: those that are open to the creator and have not blocked them.
 * @throws InvalidInput naming `category_id` when there is no such category
 */
export async function listCreatorStores(ctx: Context, filters: CreatorStoreFilters): Promise<Page<ListedStore>> {
  const { ids, total } = await chooseStores(ctx, filters);
  const pricedStores = await readPricedStores(ctx, ids);
  const mainRules = filters.withMainRule ? await findMainRules(ctx, ids) : null;
  const categories = filters.withCategories ? await categoriesOf(ctx, ids, filters.withCategories.language) : null;
  const domains = filters.withDomains ? await domainsOf(ctx, ids) : null;
  return {
    total,
    items: pricedStores.map((advertiser) => ({
      ...advertiser,
      mainRule: mainRules?.get(advertiser.id),
      categories: categories === null ? undefined : (categories.get(advertiser.id) ?? []),
      domains: domains === null ? undefined : (domains.get(advertiser.id) ?? []).map(({ host }) => host),
    })),
  };
}

async function chooseStores(ctx: Context, { userId, categoryId, rankedOnly = false, page }: CreatorStoreFilters) {
  const conditions = [linkableBy(userId, ctx.now())];
  if (categoryId !== undefined) conditions.push(await inCategory(ctx, categoryId));
  if (rankedOnly) conditions.push(sql`s.toplist_rank IS NOT NULL`);
  // The toplist is read in the order of its index until the page is full. A category has no such index, so its stores are
  // collected first.
  const how = categoryId === undefined ? sql`NOT MATERIALIZED` : sql`MATERIALIZED`;
  const { rows } = await ctx.db.execute<{ total: number; ids: string[] }>(sql`
    WITH chosen AS ${how} (SELECT s.id, s.toplist_rank FROM stores s WHERE ${sql.join(conditions, sql` AND `)})
    SELECT (SELECT count(*) FROM chosen) AS total,
      ARRAY (SELECT s.id FROM chosen s ORDER BY ${toplistOrder} LIMIT ${page.size} OFFSET ${page.offset}) AS ids`);
  return { total: rows[0]!.total, ids: rows[0]!.ids.map(Number) };
}

async function inCategory({ db }: Context, categoryId: number): Promise<SQL> {
  const { rows } = await db.execute(sql`SELECT FROM categories WHERE id = ${categoryId}`);
  if (rows.length === 0) throw new InvalidInput({ category_id: ['must be the id of a category that exists'] });
  return sql`s.id IN (SELECT c.store_id FROM store_categories c WHERE c.category_id = ${categoryId})`;
}

async function categoriesOf(
  { db }: Context,
  storeIds: readonly number[],
  language: Language | null,
): Promise<Map<number, Category[]>> {
  const name = categoryName(language);
  const { rows } = await db.execute<Category & { store_id: number }>(sql`
    SELECT sc.store_id, c.id, ${name} AS name, c.key FROM store_categories sc JOIN categories c ON c.id = sc.category_id
    WHERE sc.store_id = ANY (${sql.param([...storeIds])}::bigint[]) ORDER BY sc.store_id, ${name}, c.id`);
  return groupBy(rows, (row) => row.store_id);
}

async function domainsOf({ db }: Context, storeIds: readonly number[]): Promise<Map<number, { host: string }[]>> {
  const { rows } = await db.execute<{ store_id: number; host: string }>(sql`
    SELECT s.store_id, d.host FROM unnest(${sql.param([...storeIds])}::bigint[]) AS s (store_id), LATERAL (
      SELECT id, host FROM store_domains WHERE store_id = s.store_id AND standing <> 'unproven' ORDER BY id LIMIT ${SHOWN_DOMAINS}) d
    ORDER BY d.id`);
  return groupBy(rows, (row) => row.store_id);
}
