import type { Socket } from 'node:net';
import pg from 'pg';
import { AmountTooLarge } from '../errors/errors.ts';
import { SqlDatabase } from './sql-database.ts';

// Amounts in minor units and ids are exact as doubles (below 2^53). SQL casts totals to bigint, and they are parsed here, too. A
// total that does not fit is refused and never rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new AmountTooLarge();
  return value;
});
// A calendar day remains a string `YYYY-MM-DD`, because a Date would add a time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Runs statements on the pool or in the open transaction. */
export type Database = SqlDatabase;

export interface DatabaseConnection {
  pool: pg.Pool;
  db: Database;
}

export interface ConnectOptions {
  /** Maximum number of connections of this process. */
  maxConnections: number;
  /** PostgreSQL cancels a statement that runs longer; null: no limit. */
  statementTimeoutMs: number | null;
  onPoolError: (error: Error) => void;
  /** Maximum time to wait for a connection, whether new or in use; 5000 by default. */
  connectTimeoutMs?: number;
}

const SILENCE_MS = 1_000;

/** Opens a lazy pool on a `postgres://` address (`?host=` names a socket directory). The caller ends `pool`. */
export function connectDatabase(url: string, options: ConnectOptions): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    // Networks drop idle connections silently. Keep-alive is harmless on the embedded database's socket.
    keepAlive: true,
    application_name: 'tributary',
    ...settings(options.statementTimeoutMs),
    Client: options.statementTimeoutMs === null ? pg.Client : timeoutClient(options.statementTimeoutMs + SILENCE_MS),
  });
  pool.on('error', options.onPoolError);
  // pg reports the errors of a connection in use to its query as well. Between two statements of a transaction there is no query, and
  // an unhandled `error` event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: new SqlDatabase(pool) };
}

function settings(timeoutMs: number | null): pg.PoolConfig {
  const options = '-c jit=off -c TimeZone=UTC';
  if (timeoutMs === null) return { options: `${options} -c statement_timeout=0` };
  return { options, statement_timeout: timeoutMs };
}

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * Returns a client class that closes the connection when a statement has had no response for `timeoutMs`. A server that has not
 * cancelled the statement by then is considered lost, although the connection is still open. pg's own `query_timeout` is not
 * used: its timers keep results alive so long that an export fills the memory with all its batches.
 */
function timeoutClient(timeoutMs: number): typeof pg.Client {
  class TimeoutClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg takes a statement in six forms, and each answers in its own
    override query(...asked: any[]): any {
      const query = super.query as (...args: unknown[]) => unknown;
      // The statement has its own timeout.
      if (asked[0]?.query_timeout !== undefined) return query.call(this, ...asked);
      const { connection } = this as unknown as { connection: { stream: Socket } };
      const hangUp = setTimeout(() => connection.stream.destroy(new Error('Query read timeout')), timeoutMs);
      const done: unknown = asked.at(-1);
      if (typeof done === 'function') {
        return query.call(this, ...asked.slice(0, -1), (...answer: Parameters<Callback>) => {
          clearTimeout(hangUp);
          (done as Callback)(...answer);
        });
      }
      const answer = query.call(this, ...asked);
      if (answer instanceof Promise) {
        const settled = () => clearTimeout(hangUp);
        answer.then(settled, settled);
      } else clearTimeout(hangUp);
      return answer;
    }
  }
  return TimeoutClient;
}
