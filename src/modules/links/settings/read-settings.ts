import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

/** The settings of a link. */
export interface LinkSettings {
  id: number;
  code: string;
  /** The URL of the page to which the link leads. */
  url: string;
  slug: string | null;
  /** Earlier slugs, which still redirect. Oldest first. */
  formerSlugs: string[];
  /** Proven domains of the creator and of the creator's agency. */
  hosts: string[];
  title: string;
  tags: string[];
  archivedAt: Date | null;
  expiresAt: Date | null;
  expiredUrl: string | null;
}

/** Reads the settings of a link. @throws NotFound when there is no such link */
export async function readLinkSettings({ db }: Pick<Context, 'db'>, linkId: number): Promise<LinkSettings> {
  const { rows } = await db.execute<{
    id: number;
    code: string;
    url: string;
    slug: string | null;
    former_slugs: string[];
    hosts: string[];
    title: string;
    tags: string[];
    archived_at: string | null;
    expires_at: string | null;
    expired_url: string | null;
  }>(sql`
    SELECT l.id, l.code, l.url, l.slug, l.title, l.tags, l.archived_at, l.expires_at, l.expired_url,
      ARRAY (SELECT f.slug FROM link_slugs f WHERE f.link_id = l.id AND f.slug IS DISTINCT FROM l.slug ORDER BY f.created_at, f.slug) AS former_slugs,
      ARRAY (SELECT d.host FROM link_domains d WHERE d.proven_at IS NOT NULL AND (d.user_id = u.id OR d.agency_id = u.agency_id) ORDER BY d.host) AS hosts
    FROM links l JOIN users u ON u.id = l.user_id WHERE l.id = ${linkId}`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('affiliate link');
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    id: row.id,
    code: row.code,
    url: row.url,
    slug: row.slug,
    formerSlugs: row.former_slugs,
    hosts: row.hosts,
    title: row.title,
    tags: row.tags,
    expiredUrl: row.expired_url,
    archivedAt: instant(row.archived_at),
    expiresAt: instant(row.expires_at),
  };
}
