import type { Config } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { Logger } from './platform/context.ts';
import { checkDatabase } from './platform/database/check-database.ts';
import { connectDatabase, type DatabaseConnection } from './platform/database/database.ts';
import { startEmbeddedDatabase } from './platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from './platform/database/migrate.ts';
import { installJobTables } from './platform/jobs/tables.ts';

/** An open, migrated database; ours under `DATA_DIR`, or the one that `DATABASE_URL` names. */
export interface OpenDatabase extends DatabaseConnection {
  /** For what reads everything there is, as closing a month and the audit do: a statement may take as long as it takes. */
  unhurried: DatabaseConnection['db'];
  url: string;
  /** True for our own PostgreSQL. */
  embedded: boolean;
  /** Ends the pool, and our own PostgreSQL when this process owns it. */
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Starts or finds the database, brings its tables up to date, and opens a pool.
 * @throws DataFolderRefused, EmbeddedDatabaseFailed, DatabaseRefused, MigrationFailed, or what the connection says.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databaseConnections'>,
  log: Logger,
  onProgress: (sentence: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl === null) await prepareDataFolder(config.dataDir, { isPrivate: false });
  const own =
    config.databaseUrl === null ? await startEmbeddedDatabase({ dataDir: config.dataDir, log, onProgress }) : null;
  const url = own?.url ?? config.databaseUrl!;
  try {
    if (own === null) await checkDatabase(url);
    const applied = await migrate(url, migrationsFolder(), log, installJobTables);
    if (applied.length > 0) onProgress(`${applied.length} migrations applied.`);
    const onPoolError = (error: Error) => log.warn({ err: error }, 'an idle database connection broke');
    const connection = connectDatabase(url, {
      maxConnections: config.databaseConnections,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onPoolError,
    });
    const unhurried = connectDatabase(url, { maxConnections: 2, statementTimeoutMs: null, onPoolError });
    return {
      ...connection,
      unhurried: unhurried.db,
      url,
      embedded: own !== null,
      async close() {
        await Promise.all([connection.pool.end(), unhurried.pool.end()]);
        await own?.stop();
      },
    };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}
