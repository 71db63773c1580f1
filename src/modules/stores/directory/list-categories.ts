import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Language } from '../../../platform/locale.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { categoryName } from '../record/categories.ts';

/** A category of stores. */
export type Category = { id: number; name: string; key: string };

/** Lists the categories by name in a language (`categoryName`). */
export function listCategories(
  { db }: Pick<Context, 'db'>,
  { page, language }: { page: PageRequest; language: Language | null },
): Promise<Page<Category>> {
  const name = categoryName(language);
  return readPage(
    db,
    { columns: sql`c.id, ${name} AS name, c.key`, from: sql`categories c`, order: sql`${name}, c.id` },
    page,
  );
}
