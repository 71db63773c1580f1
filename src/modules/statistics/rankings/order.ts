import { type SQL, sql } from 'drizzle-orm';
import { InvalidInput } from '../../../platform/errors/errors.ts';

/** Sortable columns of a store's creators. */
export const USER_SORTS = [
  'username',
  'social_followers',
  'clicks',
  'order_value',
  'nr_orders',
  'store_cost',
  'roas',
] as const;

/** Sortable columns of a store's links. */
export const LINK_SORTS = [
  ...USER_SORTS,
  'user_id',
  'tag_id',
  'link',
  'text',
  'social',
  'blog',
  'invoice_cpc',
  'average_cpc',
] as const;

export const DIRECTIONS = ['asc', 'desc'] as const;

/** `public_name` is an addition of API v2. */
type SortColumn = (typeof LINK_SORTS)[number] | 'public_name';
type Direction = (typeof DIRECTIONS)[number];

/** Columns in order of precedence. */
export type Order = readonly { column: SortColumn; direction: Direction }[];

/** By default, texts are ascending and figures descending. */
const TEXTS: readonly SortColumn[] = ['username', 'public_name', 'link', 'text', 'social', 'blog'];

/**
 * Reads the sort columns, each with the direction at the same position; most clicks first by default.
 * @throws InvalidInput naming `orderByOrder` when there are more directions than columns
 */
export function readOrder(given: readonly SortColumn[] = [], directions: readonly Direction[] = []): Order {
  const columns = given.length === 0 ? (['clicks'] as const) : given;
  if (directions.length > columns.length) {
    throw new InvalidInput({ orderByOrder: ['must not have more entries than `orderBy`'] });
  }
  return columns.map((column, at) => ({
    column,
    direction: directions[at] ?? (TEXTS.includes(column) ? 'asc' : 'desc'),
  }));
}

/**
 * Expressions over a row `f` of figures and, where needed, its creator `u`, the link `l` and the accounts `social`
 * and `blog`.
 */
const BY: Record<SortColumn, SQL> = {
  username: sql`lower(u.username)`,
  public_name: sql`lower(u.public_name)`,
  social_followers: sql`coalesce(social.followers, 0)`,
  clicks: sql`f.clicks`,
  order_value: sql`f.order_minor`,
  nr_orders: sql`f.orders`,
  store_cost: sql`f.click_cost_minor + f.order_cost_minor`,
  roas: sql`coalesce(f.order_minor::numeric / nullif(f.click_cost_minor + f.order_cost_minor, 0), 0)`,
  user_id: sql`f.user_id`,
  tag_id: sql`f.id`,
  link: sql`l.code`,
  text: sql`lower(l.title)`,
  social: sql`coalesce(social.identifier, '')`,
  blog: sql`coalesce(blog.identifier, '')`,
  invoice_cpc: sql`f.click_cost_minor`,
  average_cpc: sql`coalesce(f.click_cost_minor::numeric / nullif(f.clicks, 0), 0)`,
};

/** Returns a total order of figures; the id breaks ties. */
export function sortedBy(order: Order): SQL {
  const columns = order.map(({ column, direction }) => sql`${BY[column]} ${sql.raw(direction)}`);
  return sql.join([...columns, sql`f.id`], sql`, `);
}

/**
 * Returns the joins that the order or a name search needs. Unneeded joins are omitted, because there may be many
 * rows.
 */
export function joinsFor(order: Order, { isByName }: { isByName: boolean }): SQL {
  const needs = (...columns: SortColumn[]) => order.some(({ column }) => columns.includes(column));
  const needsUser = isByName || needs('username', 'public_name', 'social', 'social_followers', 'blog');
  const joins = [
    ...(needsUser ? [sql`JOIN users u ON u.id = f.user_id`] : []),
    ...(needs('link', 'text') ? [sql`JOIN links l ON l.id = f.id`] : []),
    ...(needs('social', 'social_followers') ? [accountOf('social')] : []),
    ...(needs('blog') ? [accountOf('blog')] : []),
  ];
  return sql.join(joins, sql` `);
}

/** The representative account of a creator `u`: a verified one first, then the one with most followers. */
export function accountOf(type: 'social' | 'blog'): SQL {
  return sql`LEFT JOIN LATERAL (SELECT a.identifier, a.followers FROM social_accounts a WHERE a.user_id = u.id AND a.type = ${type}
    ORDER BY a.is_valid DESC, a.followers DESC, a.id LIMIT 1) ${sql.raw(type)} ON true`;
}
