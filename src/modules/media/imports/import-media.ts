import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/database.ts';
import { dateTime, id, oneOf, text, webAddress } from '../../../platform/http/fields.ts';
import { CONTENT_TYPE, MEDIA_KINDS, type MediaKind } from '../kinds.ts';
import type { ImportKind, ImportRow, RefusedRow } from './run-import.ts';
import { type OwnerFields, ownerFault, ownerFields, usersOfRows } from './users-of-rows.ts';

interface MediaFields extends OwnerFields {
  media_type?: MediaKind;
  media_id?: string;
  href?: string;
  content_type?: string;
  username?: string;
  tag_id?: number;
  favorite?: boolean;
  show_store?: boolean;
  published_at?: string;
}

type OwnedRow = ImportRow<MediaFields> & { userId: number };

const schema = Type.Partial(
  Type.Object({
    ...ownerFields,
    media_type: oneOf(MEDIA_KINDS),
    media_id: text({ min: 1, max: 255 }),
    href: webAddress({ description: 'Where the medium is. A store reads a video without it as an empty `url`.' }),
    content_type: Type.String({
      pattern: CONTENT_TYPE.source,
      'x-says': 'must be a media type of a picture or a film, such as image/jpeg or video/mp4',
    }),
    username: text({ min: 1, max: 255 }),
    tag_id: id(),
    favorite: Type.Boolean(),
    show_store: Type.Boolean(),
    published_at: dateTime(),
  }),
);

/**
 * Imports media hosted elsewhere. A medium is identified by its creator, its kind and its id at the platform, else
 * by its creator and address. A row about an existing medium updates the given fields.
 */
export const MEDIA: ImportKind<MediaFields> = {
  schema,
  check: (fields) => ({ ...missing(fields), ...ownerFault(fields) }),
  async write(db, rows) {
    const { owned, refused: unowned } = await usersOfRows(db, rows);
    const { linked, refused: unlinked } = await linksOfRows(db, owned);
    return { written: await writeMedia(db, linked), refused: [...unowned, ...unlinked] };
  },
};

/** A video on a platform requires its id there. Other media require an address and a media type. */
function missing({ media_type, media_id, href, content_type, username }: MediaFields): Record<string, string> {
  const isRequired: Record<string, boolean> = {
    media_type: media_type === undefined,
    username: username === undefined,
    media_id: media_type === 'video' && media_id === undefined,
    href: media_type !== 'video' && href === undefined,
    content_type: media_type !== 'video' && content_type === undefined,
  };
  const names = Object.keys(isRequired).filter((name) => isRequired[name]);
  return Object.fromEntries(names.map((name) => [name, 'is required']));
}

/** Finds the stores of the media's links. A row with another creator's link is refused. */
async function linksOfRows(
  db: Database,
  rows: readonly OwnedRow[],
): Promise<{ linked: (OwnedRow & { storeId: number | null })[]; refused: RefusedRow[] }> {
  const linkIds = rows.flatMap(({ fields }) => fields.tag_id ?? []);
  const { rows: links } = await db.execute<{ id: number; user_id: number; store_id: number }>(
    sql`SELECT id, user_id, store_id FROM links WHERE id = ANY (${sql.param(linkIds)}::bigint[])`,
  );
  const byId = new Map(links.map((link) => [link.id, link]));
  const refused: RefusedRow[] = [];
  const linked = rows.flatMap((one) => {
    const { tag_id } = one.fields;
    const link = tag_id === undefined ? undefined : byId.get(tag_id);
    if (tag_id === undefined || link?.user_id === one.userId) return [{ ...one, storeId: link?.store_id ?? null }];
    refused.push({ row: one.row, field: 'tag_id', sentence: 'must be the id of a link of the creator’s' });
    return [];
  });
  return { linked, refused };
}

type MediaRow = OwnedRow & { storeId: number | null };

/** Merges rows about the same medium: for each field, the last given value wins. */
function oncePerMedium(rows: readonly MediaRow[]): MediaRow[] {
  const merged = new Map<string, MediaRow>();
  for (const row of rows) {
    const { media_type, media_id, href } = row.fields;
    const key = `${row.userId} ${media_id === undefined ? href : `${media_type}:${media_id}`}`;
    const before = merged.get(key);
    const storeId = row.storeId ?? before?.storeId ?? null;
    merged.set(key, { ...row, storeId, fields: { ...before?.fields, ...row.fields } });
  }
  return [...merged.values()];
}

/** A link on a medium has the kind `tag`. */
async function writeMedia(db: Database, rows: readonly MediaRow[]): Promise<number> {
  const given = oncePerMedium(rows).map(({ userId, storeId, fields }) => ({
    ...fields,
    user_id: userId,
    store_id: storeId,
  }));
  const { rowCount } = await db.execute(sql`
    WITH given AS (
      SELECT g.* FROM ROWS FROM (json_to_recordset(${JSON.stringify(given)}::json) AS (user_id bigint, store_id bigint, tag_id bigint, media_type text,
        media_id text, href text, content_type text, username text, favorite boolean, show_store boolean, published_at timestamptz))
        WITH ORDINALITY AS g (user_id, store_id, tag_id, media_type, media_id, href, content_type, username, favorite, show_store, published_at, place)
    ), tags AS (
      UPDATE links l SET kind = 'tag' FROM given g WHERE l.id = g.tag_id AND l.kind <> 'tag'
    )
    INSERT INTO user_media AS known (user_id, store_id, link_id, media_type, media_id, href, content_type, username, favorite, show_store, published_at)
    SELECT g.user_id, coalesce(g.store_id, m.store_id), coalesce(g.tag_id, m.link_id), g.media_type, g.media_id, coalesce(g.href, m.href),
      coalesce(g.content_type, m.content_type), g.username, coalesce(g.favorite, m.favorite, false), coalesce(g.show_store, m.show_store, false),
      coalesce(g.published_at, m.published_at)
    FROM given g LEFT JOIN user_media m ON m.user_id = g.user_id AND m.reference = md5(coalesce(g.media_type || ':' || g.media_id, g.href))
    ORDER BY g.user_id, g.place
    ON CONFLICT (user_id, reference) DO UPDATE SET store_id = excluded.store_id, link_id = excluded.link_id, media_type = excluded.media_type,
      href = excluded.href, content_type = excluded.content_type, username = excluded.username, favorite = excluded.favorite,
      show_store = excluded.show_store, published_at = excluded.published_at, updated_at = now()
    WHERE (known.store_id, known.link_id, known.media_type, known.href, known.content_type, known.username, known.favorite, known.show_store,
        known.published_at)
      IS DISTINCT FROM (excluded.store_id, excluded.link_id, excluded.media_type, excluded.href, excluded.content_type, excluded.username,
        excluded.favorite, excluded.show_store, excluded.published_at)`);
  return rowCount ?? 0;
}
