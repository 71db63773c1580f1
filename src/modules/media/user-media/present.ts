import { legacyFlag } from '../../../platform/legacy-values.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import type { MediaRow } from './media-row.ts';

/** Presents a medium in version 2. */
export function presentUserMedia(publicUrl: string, row: MediaRow) {
  const href = hrefOf(publicUrl, row);
  return {
    id: row.id,
    media_type: row.media_type,
    ...(row.media_type === 'video' ? { media_id: row.media_id ?? '' } : {}),
    username: row.username,
    tag_id: row.link_id ?? 0,
    user_id: row.user_id,
    favorite: legacyFlag(row.favorite),
    show_store: legacyFlag(row.show_store),
    published_at: new Date(row.published_at ?? row.created_at).toISOString().slice(0, 10),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    ...(row.media_type === 'video' ? {} : { media: { content_type: row.content_type ?? '', href } }),
  };
}

/** Returns the address of a medium, in our storage or where it was published; empty when unknown. */
export function hrefOf(publicUrl: string, { file_key, href }: Pick<MediaRow, 'file_key' | 'href'>): string {
  return file_key === null ? (href ?? '') : fileUrl(publicUrl, file_key);
}
