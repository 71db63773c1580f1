import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';

/** A link with the data of its store for the response and of its creator for the policies. */
export interface Link {
  id: number;
  code: string;
  /** The slug, which replaces the code in the tracked URL; null: none. */
  slug: string | null;
  url: string;
  title: string;
  /** `link`: a link in a text; `tag`: a link on a picture or video. */
  kind: 'link' | 'tag';
  userId: number;
  userAgencyId: number | null;
  createdAt: Date;
  store: { id: number; name: string; country: string; provider: string | null };
}

/** Reads a link by id; null when it does not exist. */
export async function findLink({ db }: Pick<Context, 'db'>, id: number): Promise<Link | null> {
  const { rows } = await db.execute<{
    id: number;
    code: string;
    slug: string | null;
    url: string;
    title: string;
    kind: 'link' | 'tag';
    user_id: number;
    user_agency_id: number | null;
    created_at: string;
    store_id: number;
    store_name: string;
    country: string;
    provider: string | null;
  }>(sql`
    SELECT l.id, l.code, l.slug, l.url, l.title, l.kind, l.user_id, u.agency_id AS user_agency_id, l.created_at, s.id AS store_id,
      s.name AS store_name, s.country, s.feed_provider AS provider
    FROM links l JOIN users u ON u.id = l.user_id JOIN stores s ON s.id = l.store_id WHERE l.id = ${id}`);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    code: row.code,
    slug: row.slug,
    url: row.url,
    title: row.title,
    kind: row.kind,
    userId: row.user_id,
    userAgencyId: row.user_agency_id,
    createdAt: new Date(row.created_at),
    store: { id: row.store_id, name: row.store_name, country: row.country, provider: row.provider },
  };
}
