import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { PERSON_COLUMN, type Person } from '../accounts/index.ts';
import { settingConditions } from './settings/conditions.ts';
import type { ArchivedFilter } from './settings/schemas.ts';

/** A link in the list of all links. */
export interface AnyLink {
  id: number;
  code: string;
  slug: string | null;
  title: string;
  url: string;
  createdAt: Date;
  archivedAt: Date | null;
  store: { id: number; name: string };
  user: Person;
  /** Counted clicks, and the cost of clicks and orders in minor units of the store's currency, all time. */
  clicks: number;
  costMinor: number;
  currency: string;
}

export interface AnyLinkFilters {
  /** The number, the code, the slug or words of the name, in any case. */
  text?: string | undefined;
  storeId?: number | undefined;
  userId?: number | undefined;
  archived?: ArchivedFilter | undefined;
}

/**
 * Reads one page of the links of all creators, newest first, with their figures.
 * @param after the last link of the previous page
 */
export async function listAllLinks(
  { db }: Pick<Context, 'db'>,
  filters: AnyLinkFilters,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ links: AnyLink[]; next: number | null }> {
  const isEarlier = sql`(l.created_at, l.id) < (SELECT c.created_at, c.id FROM links c WHERE c.id = ${after ?? null})`;
  const { rows } = await db.execute<{
    id: number;
    code: string;
    slug: string | null;
    title: string;
    url: string;
    created_at: string;
    archived_at: string | null;
    store_id: number;
    store_name: string;
    currency: string;
    user: Person;
    clicks: number;
    cost_minor: number;
  }>(sql`
    WITH page AS MATERIALIZED (
      SELECT l.* FROM links l WHERE ${conditions(filters)} AND ${after === undefined ? sql`true` : isEarlier}
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${size + 1}
    )
    SELECT l.id, l.code, l.slug, l.title, l.url, l.created_at, l.archived_at, s.id AS store_id, s.name AS store_name, s.currency,
      ${PERSON_COLUMN} AS "user", coalesce(t.clicks, 0) AS clicks, coalesce(t.cost_minor, 0) AS cost_minor
    FROM page l JOIN stores s ON s.id = l.store_id JOIN users u ON u.id = l.user_id
    LEFT JOIN LATERAL (SELECT sum(d.clicks)::bigint AS clicks, sum(d.cost_minor + d.order_cost_minor)::bigint AS cost_minor
      FROM link_days d WHERE d.link_id = l.id) t ON true
    ORDER BY l.created_at DESC, l.id DESC`);
  const links = rows.slice(0, size).map((row) => ({
    id: row.id,
    code: row.code,
    slug: row.slug,
    title: row.title,
    url: row.url,
    createdAt: new Date(row.created_at),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at),
    store: { id: row.store_id, name: row.store_name },
    user: row.user,
    clicks: Number(row.clicks),
    costMinor: Number(row.cost_minor),
    currency: row.currency,
  }));
  return { links, next: rows.length > size ? links.at(-1)!.id : null };
}

function conditions({ text, storeId, userId, archived }: AnyLinkFilters): SQL {
  const all = settingConditions({ archived });
  if (text !== undefined)
    all.push(sql`(lower(l.code) = lower(${text}) OR l.slug = lower(${text})
      OR l.id = ${/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null} OR to_tsvector('simple', l.title) @@ plainto_tsquery('simple', ${text}))`);
  if (storeId !== undefined) all.push(sql`l.store_id = ${storeId}`);
  if (userId !== undefined) all.push(sql`l.user_id = ${userId}`);
  return all.length === 0 ? sql`true` : sql.join(all, sql` AND `);
}
