import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../platform/pagination.ts';
import { linkScope } from './policy.ts';
import { type LinkSettingFilters, settingConditions } from './settings/conditions.ts';

type LinkSortColumn = 'number_of_clicks' | 'cost_creator_approved' | 'created_at';

export interface LinkFilters extends LinkSettingFilters {
  userId?: number | undefined;
  storeId?: number | undefined;
  /** Days of the platform's time zone on which the link was created, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  sort?: { column: LinkSortColumn; direction: 'asc' | 'desc' } | undefined;
  withStats: boolean;
  page: PageRequest;
}

/** A link in a list. Its figures are present on request. */
export interface ListedLink {
  id: number;
  code: string;
  slug: string | null;
  title: string;
  userId: number;
  createdAt: Date;
  store: { id: number; name: string; currency: string };
  stats: LinkStats | null;
}

/** Total figures of a link, in minor units of the store's currency. */
interface LinkStats {
  clicks: number;
  /** The creator's confirmed earnings: clicks, and orders that are not pending. */
  approvedMinor: number;
  /** Additional earnings from pending orders. */
  potentialMinor: number;
}

interface LinkRow extends Record<string, unknown> {
  id: number;
  code: string;
  slug: string | null;
  title: string;
  user_id: number;
  created_at: string;
  store_id: number;
  store_name: string;
  currency: string;
  clicks: number | null;
  approved: number | null;
  potential: number | null;
}

/**
 * Lists the links that the caller may see (`linkScope`), newest first by default. The id breaks ties.
 * @throws InvalidInput naming `user_id` or `advertiser_id` when the record does not exist
 */
export async function listLinks(ctx: Context, filters: LinkFilters, timeZone: string): Promise<Page<ListedLink>> {
  await refuseUnknown(ctx, filters);
  const where = conditions(ctx, filters, timeZone);
  const { db } = ctx;
  const { rows } = await db.execute<LinkRow>(
    filters.withStats ? pageWithStats(where, filters) : pageOf(where, filters),
  );
  const total = await db.execute<{ total: number }>(sql`SELECT count(*) AS total FROM links l WHERE ${where}`);
  return { items: rows.map(presentRow), total: Number(total.rows[0]!.total) };
}

function conditions(
  { actor }: Context,
  { userId, storeId, from, to, tag, archived }: LinkFilters,
  timeZone: string,
): SQL {
  const all = [linkScope(actor, sql`l.user_id`, sql`l.store_id`), ...settingConditions({ tag, archived })];
  if (userId !== undefined) all.push(sql`l.user_id = ${userId}`);
  if (storeId !== undefined) all.push(sql`l.store_id = ${storeId}`);
  if (from !== undefined) all.push(sql`l.created_at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`);
  if (to !== undefined) all.push(sql`l.created_at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`);
  return sql.join(all, sql` AND `);
}

const COLUMNS = sql`l.id, l.code, l.slug, l.title, l.user_id, l.created_at, s.id AS store_id, s.name AS store_name, s.currency`;

function pageOf(where: SQL, { sort, page }: LinkFilters): SQL {
  const direction = sort?.direction === 'asc' ? sql`ASC` : sql`DESC`;
  return sql`
    SELECT ${COLUMNS}, NULL AS clicks, NULL AS approved, NULL AS potential
    FROM (SELECT * FROM links l WHERE ${where} ORDER BY l.created_at ${direction}, l.id ${direction}
      LIMIT ${page.size} OFFSET ${page.offset}) l
    JOIN stores s ON s.id = l.store_id ORDER BY l.created_at ${direction}, l.id ${direction}`;
}

/** Sorting by a figure needs the figures of all links in the list; otherwise only those of the page are read. */
function pageWithStats(where: SQL, { sort, page }: LinkFilters): SQL {
  const direction = sort?.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const byFigure = sort !== undefined && sort.column !== 'created_at';
  const figure = sort?.column === 'number_of_clicks' ? sql`clicks` : sql`approved`;
  const order = byFigure ? sql`${figure} ${direction}, id ${direction}` : sql`created_at ${direction}, id ${direction}`;
  const limit = sql`LIMIT ${page.size} OFFSET ${page.offset}`;
  const chosen = sql`SELECT * FROM links l WHERE ${where} ${byFigure ? sql`` : sql`ORDER BY ${order} ${limit}`}`;
  return sql`
    WITH chosen AS MATERIALIZED (${chosen}),
    totals AS (
      SELECT d.link_id, sum(d.clicks)::bigint AS clicks, sum(d.user_minor + d.order_user_minor)::bigint AS earned
      FROM link_days d WHERE d.link_id IN (SELECT id FROM chosen) GROUP BY d.link_id
    ), pending AS (
      SELECT o.link_id, sum(o.user_minor)::bigint AS potential
      FROM orders o WHERE o.status = 'pending' AND o.link_id IN (SELECT id FROM chosen) GROUP BY o.link_id
    )
    SELECT ${COLUMNS}, coalesce(t.clicks, 0) AS clicks, coalesce(t.earned, 0) - coalesce(p.potential, 0) AS approved,
      coalesce(p.potential, 0) AS potential
    FROM chosen l JOIN stores s ON s.id = l.store_id LEFT JOIN totals t ON t.link_id = l.id LEFT JOIN pending p ON p.link_id = l.id
    ORDER BY ${order} ${byFigure ? limit : sql``}`;
}

function presentRow(row: LinkRow): ListedLink {
  return {
    id: row.id,
    code: row.code,
    slug: row.slug,
    title: row.title,
    userId: row.user_id,
    createdAt: new Date(row.created_at),
    store: { id: row.store_id, name: row.store_name, currency: row.currency },
    stats:
      row.clicks === null
        ? null
        : { clicks: Number(row.clicks), approvedMinor: Number(row.approved), potentialMinor: Number(row.potential) },
  };
}

async function refuseUnknown({ db }: Context, { userId, storeId }: LinkFilters): Promise<void> {
  const { rows } = await db.execute<{ user_known: boolean; store_known: boolean }>(sql`
    SELECT ${userId ?? null}::bigint IS NULL OR EXISTS (SELECT FROM users WHERE id = ${userId ?? null}) AS user_known,
      ${storeId ?? null}::bigint IS NULL OR EXISTS (SELECT FROM stores WHERE id = ${storeId ?? null}) AS store_known`);
  const errors: Record<string, string[]> = {};
  if (!rows[0]!.user_known) errors.user_id = ['must be the id of a user that exists'];
  if (!rows[0]!.store_known) errors.advertiser_id = ['must be the id of an advertiser that exists'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}
