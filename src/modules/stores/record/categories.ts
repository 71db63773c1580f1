import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/locale.ts';

/** Maximum number of categories of a store. */
export const MAX_CATEGORIES_OF_STORE = 50;

/** SQL: the name of the category `c` in a language; `name` if it has none in it, or if no language is asked for. */
export function categoryName(language: Language | null): SQL {
  return language === null ? sql`c.name` : sql`coalesce(c.${sql.identifier(`name_${language}`)}, c.name)`;
}

/** Errors of unknown category ids, by their position in the list: `categories.2`, or with another name of the `field`. */
export async function unknownCategories(
  db: Database,
  ids: readonly number[],
  field = 'categories',
): Promise<Record<string, string[]>> {
  if (ids.length === 0) return {};
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT id FROM categories WHERE id = ANY (${sql.param([...ids])}::bigint[])`,
  );
  const known = new Set(rows.map((row) => row.id));
  const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [index]));
  return Object.fromEntries(
    unknown.map((index) => [`${field}.${index}`, ['must be the id of a category that exists']]),
  );
}

/** Assigns exactly these categories to a store. */
export async function replaceCategories(db: Database, storeId: number, ids: readonly number[]): Promise<void> {
  const wanted = sql`${sql.param([...ids])}::bigint[]`;
  await db.execute(sql`DELETE FROM store_categories WHERE store_id = ${storeId} AND category_id <> ALL (${wanted})`);
  await db.execute(sql`
    INSERT INTO store_categories (store_id, category_id)
    SELECT ${storeId}, id FROM categories WHERE id = ANY (${wanted}) ORDER BY id ON CONFLICT DO NOTHING`);
}
