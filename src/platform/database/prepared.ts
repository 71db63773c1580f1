import { createHash } from 'node:crypto';
import { type Query, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/** Runs a statement on a pool or in a transaction, with the values of its places by their names. */
type Prepared<Row, Values> = (db: Database, values: Values) => Promise<Row[]>;

const dialect = new PgDialect();

/**
 * A statement that each connection parses and plans once instead of each time, which for a read by a key is most of its cost. Its values
 * stand as `place('name')`. For statements that are made often and are best done in the same way whatever their values, since PostgreSQL
 * may come to keep one plan for all of them: what is found by its key, and not lists that a caller filters and sorts. They are constants of
 * their modules, so there are as many as there are in the source, however many requests come.
 */
export function prepared<Row extends QueryResultRow, Values extends Record<string, unknown>>(
  statement: SQL,
): Prepared<Row, Values> {
  let known: { query: Query; name: string } | undefined;
  return async (db, values) => {
    known ??= named(dialect.sqlToQuery(statement));
    const ready = db._.session.prepareQuery(known.query, undefined, known.name, false);
    return ((await ready.execute(values)) as { rows: Row[] }).rows;
  };
}

/** Where a value goes in a prepared statement. */
export const place = (name: string): SQL => sql`${sql.placeholder(name)}`;

/** By its text, so that no two share a name. */
function named(query: Query): { query: Query; name: string } {
  return { query, name: createHash('sha256').update(query.sql).digest('base64url').slice(0, 22) };
}
