import type pg from 'pg';

/** What a database tells of itself. */
export interface DatabaseFacts {
  version: string;
  answersInMs: number;
  sizeBytes: number;
  connections: number;
  mostConnections: number;
  /** Migrations that have been applied. */
  migrations: number;
}

/** Asks the database how it is; the time is that of a question that needs no table. */
export async function readDatabaseFacts(database: Pick<pg.Pool, 'query'>): Promise<DatabaseFacts> {
  const began = performance.now();
  await database.query('SELECT 1');
  const answersInMs = performance.now() - began;
  const { rows } = await database.query<Omit<DatabaseFacts, 'answersInMs'>>(`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS "sizeBytes",
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS connections,
      current_setting('max_connections')::int AS "mostConnections", (SELECT count(*)::int FROM schema_migrations) AS migrations`);
  return { ...rows[0]!, answersInMs };
}
