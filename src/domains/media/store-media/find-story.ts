import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

/** The last part of a medium's address, its host left out; a slash at its end is none. */
const LAST_PART = sql`substring(m.href FROM '://[^/?#]+/(?:[^?#]*/)?([^/?#]+)/?(?:[?#]|$)')`;

/**
 * What kind of file a medium is that a creator shows to a store, told by the account and by the last part of its address or its id at the
 * platform; the newest of several.
 * @returns a media type, `image/…` or `video/…`
 * @throws NotFound when there is none, or it is not known what it is
 */
export async function findStory(
  { db }: Pick<Context, 'db'>,
  { storeId, username, image }: { storeId: number; username: string; image: string },
): Promise<string> {
  // A path arrives decoded, an address is kept as it was written: the part of it that was copied is one of these.
  const spellings = [image, encodeURI(image), encodeURIComponent(image)];
  const { rows } = await db.execute<{ content_type: string }>(sql`
    SELECT m.content_type FROM user_media m JOIN users u ON u.id = m.user_id AND u.erased_at IS NULL
    WHERE m.store_id = ${storeId} AND m.show_store AND lower(m.username) = lower(${username}) AND m.content_type IS NOT NULL
      AND (${image} IN (split_part(m.file_key, '/', 2), m.media_id) OR ${LAST_PART} = ANY (${sql.param(spellings)}::text[]))
    ORDER BY m.id DESC LIMIT 1`);
  if (rows[0] === undefined) throw new NotFound('story');
  return rows[0].content_type;
}
