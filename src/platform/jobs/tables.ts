import { Logger, runMigrations } from 'graphile-worker';

/** Makes or updates the tables of graphile-worker (schema `graphile_worker`) in which jobs wait. Quick when there is nothing to do. */
export async function installJobTables(url: string): Promise<void> {
  await runMigrations({ connectionString: url, schema: 'graphile_worker', logger: new Logger(() => () => undefined) });
}
