import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';

/** Total figures of a store. */
export interface StoreGeneralStats {
  /** Counted clicks. */
  clicks: number;
  /** Creators with a counted click. */
  creators: number;
  /** Number of links to the store, with or without clicks. */
  links: number;
  /** The store's cost for these clicks, without orders, in minor units of its currency. */
  clickCostMinor: number;
  /** The average cost per click, rounded half up to a whole minor unit; 0 without clicks. */
  averageCostMinor: number;
  /** Euros per unit of the store's currency at the latest rate; 0 when no rate is known. */
  eurosPerUnit: number;
}

/** Cost: in proportion to the store's days and links, not to their clicks. */
export async function storeGeneralStats(
  { db }: Pick<Context, 'db'>,
  { storeId, currency }: { storeId: number; currency: string },
): Promise<StoreGeneralStats> {
  const { rows } = await db.execute<GeneralRow>(sql`
    SELECT total.clicks, total.cost_minor, coalesce(round(total.cost_minor / nullif(total.clicks, 0)), 0)::bigint AS average_minor,
      reach.creators, reach.links,
      (SELECT units_per_eur FROM exchange_rates WHERE currency = ${currency}::char(3) ORDER BY day DESC LIMIT 1) AS units_per_eur
    FROM (
      SELECT coalesce(sum(clicks), 0) AS clicks, coalesce(sum(cost_minor), 0) AS cost_minor
      FROM store_days WHERE store_id = ${storeId}
    ) total, (
      SELECT count(*) AS links, count(DISTINCT l.user_id) FILTER (WHERE clicked.yes) AS creators
      FROM links l LEFT JOIN LATERAL (SELECT true AS yes FROM link_days d WHERE d.link_id = l.id AND d.clicks > 0 LIMIT 1) clicked ON true
      WHERE l.store_id = ${storeId}
    ) reach`);
  const row = rows[0]!;
  return {
    clicks: Number(row.clicks),
    creators: row.creators,
    links: row.links,
    clickCostMinor: Number(row.cost_minor),
    averageCostMinor: row.average_minor,
    eurosPerUnit: row.units_per_eur === null ? 0 : Number((1 / Number(row.units_per_eur)).toPrecision(8)),
  };
}

type GeneralRow = {
  /** PostgreSQL returns sums as decimals. */
  clicks: string;
  cost_minor: string;
  average_minor: number;
  creators: number;
  links: number;
  units_per_eur: string | null;
};
