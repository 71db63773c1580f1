import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { MediaKind } from '../kinds.ts';

/** A medium of a creator. */
export type MediaRow = {
  id: number;
  user_id: number;
  media_type: MediaKind;
  media_id: string | null;
  username: string;
  link_id: number | null;
  store_id: number | null;
  favorite: boolean;
  show_store: boolean;
  content_type: string | null;
  /** Address of an external medium. */
  href: string | null;
  /** Key in the file storage of an uploaded medium. */
  file_key: string | null;
  published_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Columns over `user_media m JOIN users u`. */
export const MEDIA_COLUMNS = sql`m.id, m.user_id, m.media_type, m.media_id, coalesce(m.username, u.username) AS username, m.link_id, m.store_id,
  m.favorite, m.show_store, m.content_type, m.href, m.file_key, m.published_at, m.created_at, m.updated_at`;

/** Reads a medium with its creator's agency for the policies; null when it does not exist. */
export async function findMedia(
  { db }: Pick<Context, 'db'>,
  id: number,
): Promise<(MediaRow & { agency_id: number | null }) | null> {
  const { rows } = await db.execute<MediaRow & { agency_id: number | null }>(sql`
    SELECT ${MEDIA_COLUMNS}, u.agency_id FROM user_media m JOIN users u ON u.id = m.user_id
    WHERE m.id = ${id} AND u.erased_at IS NULL`);
  return rows[0] ?? null;
}
