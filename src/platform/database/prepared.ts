import { createHash } from 'node:crypto';
import { fillPlaceholders, type SQL, sql } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { compose, type Statement } from './sql-database.ts';

/** Runs a statement on a pool or in a transaction, with its values by placeholder name. */
type Prepared<Row, Values> = (db: Database, values: Values) => Promise<Row[]>;

/**
 * Declares a statement that each connection parses and plans once, which saves most of the cost of a read by key.
 * Placeholders are written as `place('name')`. Use it for frequent statements whose best plan does not depend on
 * their values, because PostgreSQL may keep one plan for all values: lookups by key, not lists that a caller filters
 * and sorts. Declare it as a module constant, so that the number of prepared statements is bounded by the source and
 * not by the requests.
 */
export function prepared<Row extends QueryResultRow, Values extends Record<string, unknown>>(
  statement: SQL,
): Prepared<Row, Values> {
  let known: (Statement & { name: string }) | undefined;
  return async (db, values) => {
    known ??= named(compose(statement));
    return (await db.query<Row>({ ...known, values: fillPlaceholders([...known.values], values) })).rows;
  };
}

/** A placeholder in a prepared statement. */
export const param = (name: string): SQL => sql`${sql.placeholder(name)}`;

/** Derives the name from the text, so that different statements never share a name. */
function named(statement: Statement): Statement & { name: string } {
  return { ...statement, name: createHash('sha256').update(statement.text).digest('base64url').slice(0, 22) };
}
