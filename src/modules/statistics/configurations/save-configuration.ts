import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import {
  type ChartData,
  COLUMNS,
  type ConfigurationRow,
  configurationOf,
  MAX_CONFIGURATIONS,
  refuseForeign,
  type StatsConfiguration,
} from './configuration.ts';

/** A complete configuration. */
export type ConfigurationInput = Pick<StatsConfiguration, 'name' | 'data' | 'isDefault'>;

/** Changed fields of a configuration. Absent fields stay, and null removes a day. */
export interface ConfigurationChanges {
  name?: string | undefined;
  isDefault?: boolean | undefined;
  data?: {
    from?: string | null | undefined;
    to?: string | null | undefined;
    tags?: number[] | undefined;
    types?: ChartData['types'] | undefined;
    view?: string | undefined;
  };
}

type Saving = Pick<Context, 'db' | 'now'>;

/**
 * Saves a chart for a store. A new default replaces the previous one.
 * @throws InvalidInput naming foreign tags and reversed days; RuleRefused `too_many_configurations`
 */
export function createConfiguration(
  ctx: Saving,
  { storeId, input }: { storeId: number; input: ConfigurationInput },
): Promise<StatsConfiguration> {
  return ctx.db.transaction(async (tx) => {
    await lockConfigurations(tx, storeId);
    const known = await tx.execute<{ configurations: number }>(
      sql`SELECT count(*) AS configurations FROM stats_configurations WHERE store_id = ${storeId}`,
    );
    if (known.rows[0]!.configurations >= MAX_CONFIGURATIONS) {
      throw new RuleRefused('too_many_configurations', `A store has at most ${MAX_CONFIGURATIONS} of them.`);
    }
    await refuseForeign({ db: tx }, { storeId, data: input.data });
    const at = ctx.now().toISOString();
    if (input.isDefault) await clearDefault(tx, storeId, at);
    const { rows } = await tx.execute<ConfigurationRow>(sql`
      INSERT INTO stats_configurations AS c (store_id, name, data, is_default, created_at, updated_at)
      VALUES (${storeId}, ${input.name}, ${JSON.stringify(input.data)}::jsonb, ${input.isDefault}, ${at}, ${at}) RETURNING ${COLUMNS}`);
    return configurationOf(rows[0]!);
  });
}

/**
 * Replaces a configuration, which keeps its id. A new default replaces the previous one.
 * @throws NotFound when the store has no such configuration; InvalidInput naming foreign tags and reversed days
 */
export function replaceConfiguration(
  ctx: Saving,
  { storeId, id, input }: { storeId: number; id: number; input: ConfigurationInput },
): Promise<StatsConfiguration> {
  return rewrite(ctx, { storeId, id }, () => input);
}

/**
 * Changes the given fields of a configuration. A new default replaces the previous one.
 * @throws NotFound when the store has no such configuration; InvalidInput naming foreign tags and reversed days
 */
export function changeConfiguration(
  ctx: Saving,
  { storeId, id, changes }: { storeId: number; id: number; changes: ConfigurationChanges },
): Promise<StatsConfiguration> {
  return rewrite(ctx, { storeId, id }, (known) => changed(known, changes));
}

function rewrite(
  ctx: Saving,
  { storeId, id }: { storeId: number; id: number },
  reword: (known: StatsConfiguration) => ConfigurationInput,
): Promise<StatsConfiguration> {
  return ctx.db.transaction(async (tx) => {
    await lockConfigurations(tx, storeId);
    const known = await tx.execute<ConfigurationRow>(
      sql`SELECT ${COLUMNS} FROM stats_configurations c WHERE c.id = ${id} AND c.store_id = ${storeId}`,
    );
    if (known.rows[0] === undefined) throw new NotFound('stats configuration');
    const { name, data, isDefault } = reword(configurationOf(known.rows[0]));
    await refuseForeign({ db: tx }, { storeId, data });
    const at = ctx.now().toISOString();
    if (isDefault) await clearDefault(tx, storeId, at, id);
    const { rows } = await tx.execute<ConfigurationRow>(sql`
      UPDATE stats_configurations c SET name = ${name}, data = ${JSON.stringify(data)}::jsonb, is_default = ${isDefault},
        updated_at = ${at} WHERE c.id = ${id} RETURNING ${COLUMNS}`);
    return configurationOf(rows[0]!);
  });
}

function changed(known: StatsConfiguration, { name, isDefault, data = {} }: ConfigurationChanges): ConfigurationInput {
  const day = (key: 'from' | 'to') => (data[key] === undefined ? known.data[key] : (data[key] ?? undefined));
  const [from, to] = [day('from'), day('to')];
  const view = data.view ?? known.data.view;
  return {
    name: name ?? known.name,
    isDefault: isDefault ?? known.isDefault,
    data: {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      tags: data.tags ?? known.data.tags,
      types: data.types ?? known.data.types,
      ...(view === undefined ? {} : { view }),
    },
  };
}

/** Serializes changes of a store's configurations, so that their number and the default stay exact. */
async function lockConfigurations(tx: Context['db'], storeId: number): Promise<void> {
  await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
}

/** Clears the default flag of every configuration except `except`. */
async function clearDefault(tx: Context['db'], storeId: number, at: string, except: number | null = null) {
  await tx.execute(sql`UPDATE stats_configurations SET is_default = false, updated_at = ${at}
    WHERE store_id = ${storeId} AND is_default AND id IS DISTINCT FROM ${except}`);
}
