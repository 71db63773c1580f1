import { sql } from 'drizzle-orm';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { type BlocklistEntry, ENTRIES, ENTRY_COLUMNS, type EntryRow, entryOf } from './entry.ts';

/** Lists a store's blocklist, oldest first; a query finds entries of users by the user's id or a part of the username. */
export async function listBlocklist(
  { db }: Pick<Context, 'db'>,
  { storeId, query = '', page }: { storeId: number; query?: string | undefined; page: PageRequest },
): Promise<Page<BlocklistEntry>> {
  const found =
    query === ''
      ? sql`true`
      : sql`(b.user_id = ${parsePathId(query)} OR lower(u.username) LIKE lower(${containing(query)}))`;
  const from = sql`${ENTRIES} WHERE b.store_id = ${storeId} AND ${found}`;
  const { items, total } = await readPage<EntryRow>(db, { columns: ENTRY_COLUMNS, from, order: sql`b.id` }, page);
  return { items: items.map(entryOf), total };
}
