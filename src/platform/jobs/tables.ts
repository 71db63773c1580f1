import { Logger, runMigrations } from 'graphile-worker';

/**
 * Creates or updates the tables of graphile-worker (schema `graphile_worker`) that store jobs. Fast when they are up
 * to date.
 */
export async function installJobTables(url: string): Promise<void> {
  await runMigrations({ connectionString: url, schema: 'graphile_worker', logger: new Logger(() => () => undefined) });
}
