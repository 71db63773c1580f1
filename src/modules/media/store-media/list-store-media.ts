import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { MEDIA_COLUMNS, type MediaRow } from '../user-media/media-row.ts';

export interface StoreMediaFilters {
  storeId: number;
  type?: 'image' | 'social' | undefined;
  /** The account where it was published; case-insensitive. */
  identifier?: string | undefined;
  orderBy: 'created_at' | 'clicks';
  page: PageRequest;
}

/** Results of a medium's link for the store; minor units of its currency. */
interface LinkTotals {
  clicks: number;
  orders: number;
  orderMinor: number;
  costMinor: number;
}

export type StoreMedia = MediaRow & { totals: LinkTotals };

const NOTHING: LinkTotals = { clicks: 0, orders: 0, orderMinor: 0, costMinor: 0 };

/** Lists the media that creators show to a store, with the results of their links. Newer media come first among ties. */
export async function listStoreMedia(
  ctx: Pick<Context, 'db'>,
  { storeId, type, identifier, orderBy, page }: StoreMediaFilters,
): Promise<Page<StoreMedia>> {
  const conditions = [sql`m.store_id = ${storeId} AND m.show_store AND u.erased_at IS NULL`];
  if (type !== undefined)
    conditions.push(type === 'image' ? sql`m.media_type = 'image'` : sql`m.media_type <> 'image'`);
  if (identifier !== undefined) conditions.push(sql`lower(m.username) = lower(${identifier})`);
  const clicked = sql`LEFT JOIN (SELECT d.link_id, sum(d.clicks) AS clicks FROM link_days d WHERE d.store_id = ${storeId} GROUP BY d.link_id) t
    ON t.link_id = m.link_id`;
  const { items, total } = await readPage<MediaRow>(
    ctx.db,
    {
      columns: MEDIA_COLUMNS,
      from: sql`user_media m JOIN users u ON u.id = m.user_id ${orderBy === 'clicks' ? clicked : sql``}
        WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`${orderBy === 'clicks' ? sql`coalesce(t.clicks, 0) DESC, ` : sql``}m.created_at DESC, m.id DESC`,
    },
    page,
  );
  const totals = await totalsOf(ctx, items);
  return { items: items.map((row) => ({ ...row, totals: totals.get(row.link_id ?? 0) ?? NOTHING })), total };
}

async function totalsOf({ db }: Pick<Context, 'db'>, media: readonly MediaRow[]): Promise<Map<number, LinkTotals>> {
  const linkIds = media.flatMap(({ link_id }) => (link_id === null ? [] : [link_id]));
  const { rows } = await db.execute<LinkTotals & { link_id: number } & Record<string, unknown>>(sql`
    SELECT d.link_id, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders, sum(d.order_minor)::bigint AS "orderMinor",
      sum(d.cost_minor + d.order_cost_minor)::bigint AS "costMinor"
    FROM link_days d WHERE d.link_id = ANY (${sql.param(linkIds)}::bigint[]) GROUP BY d.link_id`);
  return new Map(rows.map((row) => [row.link_id, row]));
}
