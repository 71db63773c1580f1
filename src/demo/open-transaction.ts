import type pg from 'pg';
import type { Database } from '../platform/database/database.ts';
import { SqlDatabase } from '../platform/database/sql-database.ts';

/**
 * Returns a database handle for the connection's open transaction. A use case that opens its own transaction becomes
 * part of it.
 */
export function openTransaction(client: pg.PoolClient): Database {
  const db = new SqlDatabase(client, 0);
  // The use case's own COMMIT would end the outer transaction.
  return Object.assign(db, { transaction: (work: (tx: Database) => Promise<unknown>) => work(db) });
}
