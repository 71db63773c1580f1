import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '../platform/database/database.ts';

/** A handle on the transaction that a connection is in: what a verb would do in one of its own becomes a part of it. */
export function openTransaction(client: pg.PoolClient): Database {
  const db = drizzle(client);
  // A transaction of the verb's own would end this one with it.
  return Object.assign(db, { transaction: (work: (tx: Database) => Promise<unknown>) => work(db) });
}
