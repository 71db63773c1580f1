import { randomUUID } from 'node:crypto';
import type { Logger } from '../../context.ts';
import { explain } from './failures.ts';
import { findHome } from './home.ts';
import type { Durability } from './settings.ts';
import { Supervisor } from './supervisor.ts';

export interface EmbeddedDatabaseOptions {
  /** Absolute path; made when missing. The database lies in `database` below it. */
  dataDir: string;
  log: Logger;
  /** Told in a sentence what takes seconds (unpacking, a new database, recovery). */
  onProgress?: (message: string) => void;
  /** For throw-away test clusters alone: commits are not made safe on disk. Refused where NODE_ENV is production. */
  testOnlyWithoutFsync?: boolean;
}

/** How a server that we watch ended without our asking. */
export interface UnexpectedExit {
  pid: number;
  /** Null when the server was not our child, or ended by a signal. */
  code: number | null;
  signal: string | null;
}

/** A running PostgreSQL of our own. It is restarted when it ends by itself; `url` stays the same. */
export interface EmbeddedDatabase {
  /** `postgres://` address for `pg`, with the password; the socket's folder is in `?host=`. Never log it. */
  readonly url: string;
  /** Whether `stop` ends the server: false while another living process of ours holds it. Changes if that one dies. */
  readonly owned: boolean;
  /** The server's pid at this moment; a restart changes it. */
  readonly pid: number;
  /** Calls back each time the server ends unexpectedly, before it is restarted. Returns the way to unsubscribe. */
  onExit(listener: (exit: UnexpectedExit) => void): () => void;
  /** Ends the supervision, and the server if it is ours. End the pools first. Calling twice is no error. */
  stop(): Promise<void>;
}

/**
 * Brings up the PostgreSQL that comes with Tributary: unpacks it, makes the database, starts the server, as needed.
 * A server that already runs on this folder is shared if its owner lives, and taken over if not.
 * It listens on a Unix socket only, and its role `tributary` is no superuser.
 * Call it from the main thread: the kernel ends the server with the thread that started it.
 * @throws EmbeddedDatabaseFailed with a message for the person at the terminal
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
