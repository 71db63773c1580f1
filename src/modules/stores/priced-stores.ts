import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { groupBy } from '../../platform/group-by.ts';
import { toDecimalString } from '../../platform/money.ts';
import type { CpoMode } from './record/own-prices.ts';

/** The prices of a store for clicks and orders from one source; money in minor units, `cpa` a fraction of the order. */
interface StorePrice {
  id: number;
  source: number;
  cpcMinor: number;
  cpa: number;
  /** A fixed amount for each order; null: none. */
  cpoMinor: number | null;
  cpoMode: CpoMode | null;
  minimumOrderMinor: number | null;
  currency: string;
}

/** A store with the data by which creators choose between stores. */
export interface PricedStore {
  id: number;
  name: string;
  prices: StorePrice[];
}

/** Reads stores with their own prices, in two queries for any number of stores, in the order of the given ids. */
export async function readPricedStores({ db }: Pick<Context, 'db'>, ids: readonly number[]): Promise<PricedStore[]> {
  if (ids.length === 0) return [];
  const wanted = sql`${sql.param([...ids])}::bigint[]`;
  const stores = await db.execute<{ id: number; name: string }>(
    sql`SELECT id, name FROM stores WHERE id = ANY (${wanted}) ORDER BY array_position(${wanted}, id)`,
  );
  const prices = await db.execute<{
    id: number;
    store_id: number;
    source: number;
    cpc_minor: number;
    cpa: number;
    cpo_minor: number | null;
    cpo_mode: CpoMode | null;
    minimum_order_minor: number | null;
    currency: string;
  }>(sql`
    SELECT p.id, p.store_id, p.source, coalesce(e.cpc_minor, 0) AS cpc_minor, coalesce(e.cpa, 0)::float8 AS cpa, e.cpo_minor, e.cpo_mode,
      e.minimum_order_minor, s.currency
    FROM prices p JOIN stores s ON s.id = p.store_id JOIN LATERAL effective_prices(s.id, NULL, NULL) e ON e.source = p.source
    WHERE p.campaign_id IS NULL AND p.store_id = ANY (${wanted}) ORDER BY p.store_id, p.source`);
  const ofStore = groupBy(prices.rows, (row) => row.store_id);
  return stores.rows.map(({ id, name }) => ({
    id,
    name,
    prices: (ofStore.get(id) ?? []).map((row) => ({
      id: row.id,
      source: row.source,
      cpcMinor: row.cpc_minor,
      cpa: row.cpa,
      cpoMinor: row.cpo_minor,
      cpoMode: row.cpo_mode,
      minimumOrderMinor: row.minimum_order_minor,
      currency: row.currency,
    })),
  }));
}

/** An advertiser with its prices, as inspection and the several-advertisers branch of link creation show it. */
export function presentAdvertiser({ id, name, prices }: PricedStore) {
  return {
    id,
    name,
    traffic_sources_costs: prices.map((price) => ({ id: price.id, ...presentPrice(price) })),
  };
}

/** An advertiser as lists show it: its prices have no ids there. */
export function presentListedAdvertiser({ id, name, prices }: PricedStore) {
  return { id, name, traffic_sources_costs: prices.map(presentPrice) };
}

/** The fields of a price that every record of a traffic source's cost contains. */
export function presentPrice(price: Omit<StorePrice, 'id'>) {
  const { source, cpcMinor, cpa, currency } = price;
  const money = (minor: number | null) => (minor === null ? null : { minor, currency });
  return {
    source,
    cpc: cpcMinor,
    cpc_v2: { amount: toDecimalString({ minor: cpcMinor, currency }), currency },
    cpa,
    cpo: money(price.cpoMinor),
    cpo_mode: price.cpoMode ?? ('added' as const),
    minimum_order: money(price.minimumOrderMinor),
    currency,
  };
}
