import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

/** The last path segment of a medium's address, without a trailing slash. */
const LAST_PART = sql`substring(m.href FROM '://[^/?#]+/(?:[^?#]*/)?([^/?#]+)/?(?:[?#]|$)')`;

/**
 * Returns the media type of a medium that a creator shows to a store. The medium is identified by account and by the
 * last segment of its address or its id at the platform; the newest of several counts.
 * @returns a media type, `image/…` or `video/…`
 * @throws NotFound when there is none, or its type is unknown
 */
export async function findStory(
  { db }: Pick<Context, 'db'>,
  { storeId, username, image }: { storeId: number; username: string; image: string },
): Promise<string> {
  // A path parameter arrives decoded, but addresses are stored as written, so all spellings are tried.
  const spellings = [image, encodeURI(image), encodeURIComponent(image)];
  const { rows } = await db.execute<{ content_type: string }>(sql`
    SELECT m.content_type FROM user_media m JOIN users u ON u.id = m.user_id AND u.erased_at IS NULL
    WHERE m.store_id = ${storeId} AND m.show_store AND lower(m.username) = lower(${username}) AND m.content_type IS NOT NULL
      AND (${image} IN (split_part(m.file_key, '/', 2), m.media_id) OR ${LAST_PART} = ANY (${sql.param(spellings)}::text[]))
    ORDER BY m.id DESC LIMIT 1`);
  if (rows[0] === undefined) throw new NotFound('story');
  return rows[0].content_type;
}
