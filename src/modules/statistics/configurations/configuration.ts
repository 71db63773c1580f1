import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';

/** Maximum number of configurations per store. */
export const MAX_CONFIGURATIONS = 100;
/** Maximum number of links in a configuration. */
export const MAX_TAGS = 1_000;

export const CHART_TYPES = ['order_value', 'nr_orders', 'clicks', 'estimated_cost'] as const;

/** The contents of a store's chart: figures, links and days. */
export interface ChartData {
  /** First and last day, `YYYY-MM-DD`; open without one. */
  from?: string;
  to?: string;
  /** Ids of links to the store. */
  tags: number[];
  types: (typeof CHART_TYPES)[number][];
  /** Further settings in the page's own format (its address); stored unchanged. */
  view?: string;
}

/** A chart that a store has saved under a name. */
export interface StatsConfiguration {
  id: number;
  storeId: number;
  name: string;
  data: ChartData;
  /** Whether the store's charts open with it; at most one per store. */
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const COLUMNS = sql`c.id, c.store_id, c.name, c.data, c.is_default, c.created_at, c.updated_at`;

export type ConfigurationRow = {
  id: number;
  store_id: number;
  name: string;
  data: ChartData;
  is_default: boolean;
  created_at: string;
  updated_at: string;
};

export const configurationOf = (row: ConfigurationRow): StatsConfiguration => ({
  id: row.id,
  storeId: row.store_id,
  name: row.name,
  data: row.data,
  isDefault: row.is_default,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

/** Lists a store's configurations by id. */
export async function listConfigurations({ db }: Pick<Context, 'db'>, storeId: number): Promise<StatsConfiguration[]> {
  const { rows } = await db.execute<ConfigurationRow>(sql`
    SELECT ${COLUMNS} FROM stats_configurations c WHERE c.store_id = ${storeId} ORDER BY c.id LIMIT ${MAX_CONFIGURATIONS}`);
  return rows.map(configurationOf);
}

/**
 * Deletes a configuration of a store and returns it.
 * @throws NotFound when the store has no such configuration
 */
export async function deleteConfiguration(
  { db }: Pick<Context, 'db'>,
  { storeId, id }: { storeId: number; id: number },
): Promise<StatsConfiguration> {
  const { rows } = await db.execute<ConfigurationRow>(
    sql`DELETE FROM stats_configurations c WHERE c.id = ${id} AND c.store_id = ${storeId} RETURNING ${COLUMNS}`,
  );
  if (rows[0] === undefined) throw new NotFound('stats configuration');
  return configurationOf(rows[0]);
}

/**
 * Checks a chart against its store.
 * @throws InvalidInput naming reversed days, and each tag that is not a link to the store
 */
export async function refuseForeign(
  { db }: Pick<Context, 'db'>,
  { storeId, data: { from, to, tags } }: { storeId: number; data: ChartData },
): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (from !== undefined && to !== undefined && from > to) errors['data.from'] = ['must not be after `to`'];
  const { rows } = await db.execute<{ place: number }>(sql`
    SELECT t.place - 1 AS place FROM unnest(${sql.param(tags)}::bigint[]) WITH ORDINALITY AS t (id, place)
    WHERE NOT EXISTS (SELECT FROM links l WHERE l.id = t.id AND l.store_id = ${storeId}) ORDER BY t.place`);
  for (const { place } of rows) errors[`data.tags.${place}`] = ['must be the id of a link to this store'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}
