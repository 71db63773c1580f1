import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { LINK_REFUSED_SQL, type LinkRefusal } from '../../clicks/index.ts';
import { type LinkSettingFilters, settingConditions } from '../../links/index.ts';
import type { CreatorFigures } from './read-creator-stats.ts';

export const CREATOR_LINK_SORTS = ['created_at', 'clicks', 'orders', 'earnings'] as const;

/** Whether clicks on it are paid for now. */
export const CREATOR_LINK_STATES = ['paid', 'refused'] as const;

/** A link of a creator with its figures in a range; money in minor units of its store's currency. */
export interface CreatorLink extends CreatorFigures {
  id: number;
  code: string;
  slug: string | null;
  title: string;
  tags: string[];
  archivedAt: Date | null;
  expiresAt: Date | null;
  /** The target of the link. */
  url: string;
  createdAt: Date;
  store: { id: number; name: string; currency: string };
  /** Why nothing is paid for clicks on it now. */
  refusal: LinkRefusal | null;
}

/** Archived links are omitted by default, unless one link is requested. */
export interface CreatorLinksQuestion extends LinkSettingFilters {
  userId: number;
  range: DayRange;
  /** In the title, the page's address or the store's name. */
  search?: string | undefined;
  storeId?: number | undefined;
  state?: (typeof CREATOR_LINK_STATES)[number] | undefined;
  linkId?: number | undefined;
  /** The end of its tracked URL: its code, its slug or an earlier slug. */
  code?: string | undefined;
  sort: { column: (typeof CREATOR_LINK_SORTS)[number]; direction: 'asc' | 'desc' };
}

interface Row extends Record<string, unknown> {
  id: number;
  code: string;
  slug: string | null;
  title: string;
  tags: string[];
  archived_at: string | null;
  expires_at: string | null;
  url: string;
  created_at: string;
  store_id: number;
  store_name: string;
  currency: string;
  refusal: LinkRefusal | null;
  clicks: number;
  orders: number;
  click_minor: number;
  order_minor: number;
}

/** The visibility that campaigns give hidden stores is read once, for any number of links. */
const refusalOf = (
  userId: number,
  at: Date,
) => sql`CASE WHEN ${sql.raw(LINK_REFUSED_SQL.inactive)} OR l.expires_at <= ${at.toISOString()} THEN 'inactive'
  WHEN ${sql.raw(LINK_REFUSED_SQL.store_pending)} THEN 'store_pending'
  WHEN s.hidden AND s.id NOT IN (
    SELECT v.store_id FROM store_visibility_for(${userId}, ${at.toISOString()}) v WHERE v.shown) THEN 'inactive'
  WHEN ${sql.raw(LINK_REFUSED_SQL.own_store)} THEN 'own_store'
  WHEN ${sql.raw(LINK_REFUSED_SQL.blocked)} THEN 'blocked'
  WHEN ${sql.raw(LINK_REFUSED_SQL.unpaid_page)} THEN 'unpaid_page' END`;

/** Sums of different currencies are not compared: earnings are sorted within each currency. */
const BY: Record<(typeof CREATOR_LINK_SORTS)[number], (direction: SQL) => SQL> = {
  created_at: (direction) => sql`l.created_at ${direction}`,
  clicks: (direction) => sql`coalesce(f.clicks, 0) ${direction}`,
  orders: (direction) => sql`coalesce(f.orders, 0) ${direction}`,
  earnings: (direction) => sql`s.currency, coalesce(f.click_minor + f.order_minor, 0) ${direction}`,
};

/** Lists all of a creator's links, clicked or not, with their figures in a range. The id breaks ties, newest first. */
export async function listCreatorLinks(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, range, search, storeId, state, linkId, code, tag, archived, sort }: CreatorLinksQuestion,
  page: PageRequest,
): Promise<Page<CreatorLink>> {
  const refusal = refusalOf(userId, now());
  const isOne = linkId !== undefined || code !== undefined;
  const conditions = [
    sql`l.user_id = ${userId}`,
    ...settingConditions({ tag, archived: archived ?? (isOne ? 'include' : 'exclude') }),
  ];
  if (storeId !== undefined) conditions.push(sql`l.store_id = ${storeId}`);
  if (state !== undefined) conditions.push(sql`(${refusal}) ${state === 'paid' ? sql`IS NULL` : sql`IS NOT NULL`}`);
  if (linkId !== undefined) conditions.push(sql`l.id = ${linkId}`);
  if (code !== undefined) {
    const slug = code.toLowerCase();
    conditions.push(sql`(l.code = ${code} OR l.id = (SELECT f.link_id FROM link_slugs f WHERE f.slug = ${slug}))`);
  }
  if (search !== undefined && search !== '') {
    const part = containing(search);
    conditions.push(sql`(l.title ILIKE ${part} OR l.url ILIKE ${part} OR s.name ILIKE ${part})`);
  }
  const { items, total } = await readPage<Row>(
    db,
    {
      columns: sql`l.id, l.code, l.slug, l.title, l.tags, l.archived_at, l.expires_at, l.url, l.created_at, s.id AS store_id, s.name AS store_name, s.currency, ${refusal} AS refusal, coalesce(f.clicks, 0) AS clicks,
        coalesce(f.orders, 0) AS orders, coalesce(f.click_minor, 0) AS click_minor, coalesce(f.order_minor, 0) AS order_minor`,
      from: sql`links l JOIN stores s ON s.id = l.store_id JOIN users u ON u.id = l.user_id LEFT JOIN (
          SELECT d.link_id, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders, sum(d.user_minor)::bigint AS click_minor,
            sum(d.order_user_minor)::bigint AS order_minor
          FROM link_days d WHERE d.user_id = ${userId} AND d.day BETWEEN ${range.first}::date AND ${range.last}::date GROUP BY d.link_id
        ) f ON f.link_id = l.id WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`${BY[sort.column](sort.direction === 'asc' ? sql`ASC` : sql`DESC`)}, l.id DESC`,
    },
    page,
  );
  return { items: items.map(linkOf), total };
}

const linkOf = (row: Row): CreatorLink => ({
  id: row.id,
  code: row.code,
  slug: row.slug,
  title: row.title,
  tags: row.tags,
  archivedAt: row.archived_at === null ? null : new Date(row.archived_at),
  expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  url: row.url,
  createdAt: new Date(row.created_at),
  store: { id: row.store_id, name: row.store_name, currency: row.currency },
  refusal: row.refusal,
  clicks: row.clicks,
  orders: row.orders,
  clickEarningsMinor: row.click_minor,
  orderEarningsMinor: row.order_minor,
});
