import { type SQL, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../pagination.ts';
import type { Database } from './database.ts';

/**
 * A list in SQL: the columns, FROM with its joins and WHERE, and a total order, so that each row is on exactly one
 * page.
 */
interface List {
  columns: SQL;
  from: SQL;
  order: SQL;
}

/** Reads one page of a list and counts the whole list. */
export async function readPage<Row extends Record<string, unknown>>(
  db: Database,
  { columns, from, order }: List,
  { size, offset }: PageRequest,
): Promise<Page<Row>> {
  const items = await db.execute<Row>(
    sql`SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${size} OFFSET ${offset}`,
  );
  const rows = items.rows as Row[];
  // An incomplete page is the last one, so no count is needed. This avoids running a search for a rare term twice.
  if (rows.length < size && (rows.length > 0 || offset === 0)) return { items: rows, total: offset + rows.length };
  const count = await db.execute<{ total: number }>(sql`SELECT count(*) AS total FROM ${from}`);
  return { items: rows, total: count.rows[0]!.total };
}
