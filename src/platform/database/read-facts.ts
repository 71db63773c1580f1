import type pg from 'pg';

/** Facts about a database for status reports. */
export interface DatabaseFacts {
  version: string;
  answersInMs: number;
  sizeBytes: number;
  connections: number;
  maxConnections: number;
  /** Number of applied migrations. */
  migrations: number;
}

/** Measures the state of the database. The latency is that of a query that reads no table. */
export async function readDatabaseFacts(database: Pick<pg.Pool, 'query'>): Promise<DatabaseFacts> {
  const began = performance.now();
  await database.query('SELECT 1');
  const answersInMs = performance.now() - began;
  const { rows } = await database.query<Omit<DatabaseFacts, 'answersInMs'>>(`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS "sizeBytes",
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS "maxConnections", (SELECT count(*)::int FROM schema_migrations) AS migrations`);
  return { ...rows[0]!, answersInMs };
}
