import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** A category of stores. */
export type Category = { id: number; name: string; key: string };

/** Lists the categories by name. */
export function listCategories({ db }: Pick<Context, 'db'>, { page }: { page: PageRequest }): Promise<Page<Category>> {
  return readPage(db, { columns: sql`c.id, c.name, c.key`, from: sql`categories c`, order: sql`c.name, c.id` }, page);
}
