import { randomUUID } from 'node:crypto';
import type { Logger } from '../../context.ts';
import { explain } from './failures.ts';
import { findHome } from './home.ts';
import type { EmbeddedDatabase } from './running-database.ts';
import type { Durability } from './settings.ts';
import { Supervisor } from './supervisor.ts';

export interface EmbeddedDatabaseOptions {
  /** Absolute path, created if missing. The database is stored in its subfolder `database`. */
  dataDir: string;
  log: Logger;
  /** Receives a sentence before each step that takes seconds (unpacking, a new database, recovery). */
  onProgress?: (message: string) => void;
  /** For temporary test clusters only: commits are not flushed to disk, and no password is asked for. Refused when NODE_ENV is production. */
  testOnlyWithoutFsync?: boolean;
}

/**
 * Starts the PostgreSQL that ships with Tributary. Unpacks it, creates the database and starts the server as needed.
 * If a server already runs on this folder, it is shared while its owner lives and taken over otherwise. The server
 * listens on a Unix socket only, and its role `tributary` is not a superuser. Call this from the main thread,
 * because the kernel ends the server together with the thread that started it.
 * @throws EmbeddedDatabaseFailed with a message for the operator
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  if (options.testOnlyWithoutFsync && process.env.NODE_ENV === 'production') {
    throw new Error('testOnlyWithoutFsync is for tests; in production every commit has to reach the disk.');
  }
  const durability: Durability = options.testOnlyWithoutFsync ? 'lost-on-power-failure' : 'durable';
  const progress = options.onProgress ?? (() => {});
  try {
    const home = await findHome(options.dataDir, options.log);
    const supervisor = new Supervisor({ home, durability, log: options.log, progress, token: randomUUID() });
    await supervisor.bringUp();
    return supervisor;
  } catch (error) {
    throw explain(error, options.dataDir);
  }
}
