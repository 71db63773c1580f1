import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { MediaKind } from '../kinds.ts';
import { MEDIA_COLUMNS, type MediaRow } from './media-row.ts';
import { mediaScope } from './policy.ts';

export interface MediaFilters {
  userId?: number | undefined;
  /** `image` is listed only on request, because the contract knows three kinds. */
  kind?: MediaKind | undefined;
  favorite?: boolean | undefined;
  page: PageRequest;
}

/** Lists the media that the caller may see (`mediaScope`), newest first. */
export function listUserMedia(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { userId, kind, favorite, page }: MediaFilters,
): Promise<Page<MediaRow>> {
  const conditions = [mediaScope(actor), sql`u.erased_at IS NULL`];
  conditions.push(kind === undefined ? sql`m.media_type <> 'image'` : sql`m.media_type = ${kind}`);
  if (userId !== undefined) conditions.push(sql`m.user_id = ${userId}`);
  if (favorite !== undefined) conditions.push(sql`m.favorite = ${favorite}`);
  return readPage<MediaRow>(
    db,
    {
      columns: MEDIA_COLUMNS,
      from: sql`user_media m JOIN users u ON u.id = m.user_id WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`m.id DESC`,
    },
    page,
  );
}
