import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** A store that a creator has links to, and the number of links. */
export type CreatorStore = { id: number; name: string; links: number };

/** Lists the stores that a creator has links to by name, including inactive ones, for the filter of links. */
export function listCreatorStores(
  { db }: Pick<Context, 'db'>,
  userId: number,
  page: PageRequest,
): Promise<Page<CreatorStore>> {
  return readPage<CreatorStore>(
    db,
    {
      columns: sql`s.id, s.name, f.links`,
      from: sql`(SELECT l.store_id, count(*) AS links FROM links l WHERE l.user_id = ${userId} GROUP BY l.store_id) f
        JOIN stores s ON s.id = f.store_id`,
      order: sql`lower(s.name), s.id`,
    },
    page,
  );
}
