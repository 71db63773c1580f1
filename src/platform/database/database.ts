import type { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { AmountTooLarge } from '../errors/errors.ts';

// Whole minor units and ids fit a double exactly (below 2^53); totals are cast to bigint in SQL and arrive here too. A total
// that does not fit is refused, never rounded.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new AmountTooLarge();
  return value;
});
// A calendar day stays the string YYYY-MM-DD; a Date would drag a time zone into it.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** The drizzle handle: the pool's, or the open transaction's. */
export type Database = NodePgDatabase;

export interface DatabaseConnection {
  pool: pg.Pool;
  db: Database;
}

export interface ConnectOptions {
  /** Most connections this process opens. */
  maxConnections: number;
  /** A statement that runs longer is cancelled by PostgreSQL; null: it may take as long as it takes. */
  statementTimeoutMs: number | null;
  onPoolError: (error: Error) => void;
  /** How long somebody waits for a connection, a new one or one that others use; 5 seconds unless given. */
  connectTimeoutMs?: number;
}

const SILENCE_MS = 1_000;

/** Opens a lazy pool on a `postgres://` address (a socket directory goes in `?host=`). The caller ends `pool`. */
export function connectDatabase(url: string, options: ConnectOptions): DatabaseConnection {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    // Networks forget idle connections without a word; the embedded database's socket does not mind.
    keepAlive: true,
    application_name: 'tributary',
    ...settings(options.statementTimeoutMs),
    Client: options.statementTimeoutMs === null ? pg.Client : patientClient(options.statementTimeoutMs + SILENCE_MS),
  });
  pool.on('error', options.onPoolError);
  // One that is in use says it to its user, too; between two statements of a transaction nobody else would hear it, and the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, db: drizzleOn(pool) };
}

/**
 * Drizzle, but for transactions: its own keeps a connection for ever when BEGIN fails, as it does whenever the database has just gone, and ten of
 * those are all that a process has.
 */
function drizzleOn(pool: pg.Pool): Database {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}

function settings(patienceMs: number | null): pg.PoolConfig {
  const options = '-c jit=off -c TimeZone=UTC';
  if (patienceMs === null) return { options: `${options} -c statement_timeout=0` };
  return { options, statement_timeout: patienceMs };
}

type Callback = (error: Error | null, result?: pg.QueryResult) => void;

/**
 * A client that hangs up when a statement has had no answer for so long: a server that has not even cancelled it by then is not there any more,
 * though its connection does not say so. Not pg's own `query_timeout`, whose timers hold on to results long enough for an export to fill
 * the memory with those of all its batches.
 */
function patientClient(patienceMs: number): typeof pg.Client {
  class PatientClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg takes a statement in six forms, and each answers in its own
    override query(...asked: any[]): any {
      const query = super.query as (...args: unknown[]) => unknown;
      // One that says itself how long it may take.
      if (asked[0]?.query_timeout !== undefined) return query.call(this, ...asked);
      const { connection } = this as unknown as { connection: { stream: Socket } };
      const hangUp = setTimeout(() => connection.stream.destroy(new Error('Query read timeout')), patienceMs);
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
  return PatientClient;
}
