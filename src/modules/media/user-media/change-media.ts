import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { takeLink } from './links.ts';
import { findMedia, type MediaRow } from './media-row.ts';

/** Undefined fields stay unchanged. */
export interface MediaChanges {
  favorite?: boolean | undefined;
  showStore?: boolean | undefined;
  /** Id of a link of the creator, whose store may see the medium; null: none. */
  linkId?: number | null | undefined;
  username?: string | undefined;
  /** YYYY-MM-DD, UTC. */
  publishedOn?: string | undefined;
}

/**
 * Changes the metadata of a medium.
 * @throws InvalidInput naming `tag_id` when it is not a link of the creator; NotFound when the medium was deleted
 * meanwhile
 */
export async function changeMedia(
  ctx: Pick<Context, 'db' | 'now'>,
  { id, userId }: { id: number; userId: number },
  { favorite, showStore, linkId, username, publishedOn }: MediaChanges,
): Promise<MediaRow> {
  return ctx.db.transaction(async (db) => {
    const changes: SQL[] = [];
    if (favorite !== undefined) changes.push(sql`favorite = ${favorite}`);
    if (showStore !== undefined) changes.push(sql`show_store = ${showStore}`);
    if (username !== undefined) changes.push(sql`username = ${username}`);
    if (publishedOn !== undefined) changes.push(sql`published_at = ${`${publishedOn}T00:00:00Z`}::timestamptz`);
    if (linkId !== undefined) {
      const storeId = linkId === null ? null : await takeLink({ db }, { linkId, userId });
      changes.push(sql`link_id = ${linkId}, store_id = ${storeId}`);
    }
    if (changes.length > 0) {
      const set = sql.join([...changes, sql`updated_at = ${ctx.now().toISOString()}`], sql`, `);
      await db.execute(sql`UPDATE user_media SET ${set} WHERE id = ${id}`);
    }
    const changed = await findMedia({ db }, id);
    if (changed === null) throw new NotFound('user media');
    return changed;
  });
}
