import type { Config } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { completeDatabase } from './platform/complete-database.ts';
import type { Logger } from './platform/context.ts';
import { checkDatabase } from './platform/database/check-database.ts';
import { connectDatabase, type DatabaseConnection } from './platform/database/database.ts';
import { startEmbeddedDatabase } from './platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from './platform/database/migrate.ts';
import type { ConvertedCurrency } from './platform/recorded-currencies.ts';

/** An open and migrated database: the embedded one under `DATA_DIR`, or the one in `DATABASE_URL`. */
export interface OpenDatabase extends DatabaseConnection {
  /** A handle without a statement timeout, for work over all data such as closing a month and the audit. */
  withoutStatementTimeout: DatabaseConnection['db'];
  url: string;
  /** The currencies whose amounts were converted, as stated by `writtenWith`. */
  converted: readonly ConvertedCurrency[];
  /** True for the embedded PostgreSQL. */
  embedded: boolean;
  /** Ends the pool, and the embedded PostgreSQL if this process owns it. */
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Starts or connects to the database, migrates it, and opens a pool.
 * @param writtenWith the stated decimals of stored amounts, by currency (`tributary currencies`)
 * @throws DataFolderRefused, EmbeddedDatabaseFailed, DatabaseRefused, MigrationFailed, CurrenciesRefused, or the connection error
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'databaseConnections'>,
  log: Logger,
  onProgress: (sentence: string) => void,
  writtenWith?: ReadonlyMap<string, number>,
): Promise<OpenDatabase> {
  if (config.databaseUrl === null) await prepareDataFolder(config.dataDir, { isPrivate: false });
  const own =
    config.databaseUrl === null ? await startEmbeddedDatabase({ dataDir: config.dataDir, log, onProgress }) : null;
  const url = own?.url ?? config.databaseUrl!;
  try {
    if (own === null) await checkDatabase(url);
    let converted: readonly ConvertedCurrency[] = [];
    const applied = await migrate(url, migrationsFolder(), log, async (at) => {
      converted = await completeDatabase(at, writtenWith);
    });
    if (applied.length > 0) onProgress(`${applied.length} migrations applied.`);
    const onPoolError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost');
    const connection = connectDatabase(url, {
      maxConnections: config.databaseConnections,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      onPoolError,
    });
    const withoutStatementTimeout = connectDatabase(url, { maxConnections: 2, statementTimeoutMs: null, onPoolError });
    return {
      ...connection,
      withoutStatementTimeout: withoutStatementTimeout.db,
      url,
      converted,
      embedded: own !== null,
      async close() {
        await Promise.all([connection.pool.end(), withoutStatementTimeout.pool.end()]);
        await own?.stop();
      },
    };
  } catch (error) {
    await own?.stop();
    throw error;
  }
}
