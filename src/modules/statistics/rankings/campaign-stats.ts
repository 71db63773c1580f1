import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { containing } from '../../../platform/text-search.ts';
import { newCreators } from '../queries.ts';
import type { Figures } from './rank.ts';

/** Sortable columns of a store's campaigns. */
export const CAMPAIGN_SORTS = ['title', 'clicks', 'nr_orders', 'order_value', 'store_cost', 'roas'] as const;
type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** An upper limit that no real store reaches within a range; further campaigns are omitted. */
const MAX_CAMPAIGNS = 10_000;

/** Results at the prices of one campaign. `id` is the campaign's; 0 means the store's own prices. */
export interface CampaignStats extends Omit<Figures, 'userId'> {
  title: string;
  /** Creators of these results who are new to the store. */
  newCreators: number;
}

const COST = sql`f.click_cost_minor + f.order_cost_minor`;
const BY: Record<CampaignSort, SQL> = {
  title: sql`lower(f.title)`,
  clicks: sql`f.clicks`,
  nr_orders: sql`f.orders`,
  order_value: sql`f.order_minor`,
  store_cost: COST,
  roas: sql`coalesce(f.order_minor::numeric / nullif(${COST}, 0), 0)`,
};

interface CampaignQuestion {
  storeId: number;
  range: DayRange;
  sort: { column: CampaignSort; direction: 'asc' | 'desc' };
  /** Only these creators; null: all. */
  userIds: readonly number[] | null;
  /** Campaigns whose title contains this. */
  text?: string | undefined;
}

type Row = {
  id: number;
  title: string;
  clicks: number;
  click_cost_minor: number;
  order_cost_minor: number;
  orders: number;
  order_minor: number;
  new_creators: number;
};

/**
 * Returns a store's campaigns with a click, counted or not, or an order in the range. Cost: in proportion to the
 * store's days and links in the range.
 */
export async function campaignStats(
  { db }: Pick<Context, 'db'>,
  { storeId, range, sort, userIds, text }: CampaignQuestion,
): Promise<CampaignStats[]> {
  const creators = userIds === null ? sql`` : sql`AND t.user_id = ANY (${sql.param([...userIds])}::bigint[])`;
  const { rows } = await db.execute<Row>(sql`
    SELECT f.* FROM (
      SELECT d.*, coalesce(o.shown_title, '') AS title FROM (
        SELECT t.campaign_id AS id, sum(t.clicks)::bigint AS clicks, sum(t.cost_minor)::bigint AS click_cost_minor,
          sum(t.order_cost_minor)::bigint AS order_cost_minor, sum(t.orders)::bigint AS orders, sum(t.order_minor)::bigint AS order_minor,
          count(DISTINCT n.user_id) FILTER (WHERE t.clicks > 0 OR t.orders > 0) AS new_creators
        FROM link_days t LEFT JOIN (${newCreators(storeId, range)}) n ON n.user_id = t.user_id WHERE t.store_id = ${storeId} AND t.day BETWEEN ${range.first}::date AND ${range.last}::date ${creators}
        GROUP BY t.campaign_id HAVING sum(t.clicks + t.uncounted + t.orders) > 0
      ) d LEFT JOIN campaigns o ON o.id = d.id
    ) f ${text === undefined ? sql`` : sql`WHERE f.title ILIKE ${containing(text)}`}
    ORDER BY ${BY[sort.column]} ${sql.raw(sort.direction)}, f.id LIMIT ${MAX_CAMPAIGNS}`);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    clicks: row.clicks,
    clickCostMinor: row.click_cost_minor,
    orderCostMinor: row.order_cost_minor,
    orders: row.orders,
    orderMinor: row.order_minor,
    newCreators: row.new_creators,
  }));
}
