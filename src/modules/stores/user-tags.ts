import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { legacyTime } from '../../platform/legacy-values.ts';

/** Condition over `user_tags t`: a store may use and see the tag. It is the store's own or common to all stores. */
export function tagsOfStore(storeId: number): SQL {
  return sql`(t.store_id IS NULL OR t.store_id = ${storeId})`;
}

/** Columns over `user_tags t`. */
export const TAG_COLUMNS = sql`t.id, t.name, t.slug, t.access_level, t.store_id, t.created_at, t.updated_at`;

export type UserTagRow = {
  id: number;
  name: string;
  slug: string;
  access_level: number;
  store_id: number | null;
  created_at: string;
  updated_at: string;
};

/** The user tags that a store may use, by id; at most `limit`. */
export async function listUserTags(
  { db }: Pick<Context, 'db'>,
  { storeId, limit }: { storeId: number; limit: number },
): Promise<UserTagRow[]> {
  const { rows } = await db.execute<UserTagRow>(
    sql`SELECT ${TAG_COLUMNS} FROM user_tags t WHERE ${tagsOfStore(storeId)} ORDER BY t.id LIMIT ${limit}`,
  );
  return rows;
}

/** A user tag in the legacy API. */
export function presentLegacyTag(tag: UserTagRow) {
  return {
    id: tag.id,
    name: tag.name,
    slug: tag.slug,
    created_at: legacyTime(new Date(tag.created_at)),
    updated_at: legacyTime(new Date(tag.updated_at)),
    access_level: tag.access_level,
    store_id: tag.store_id,
  };
}
