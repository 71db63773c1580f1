import { type SQL, sql } from 'drizzle-orm';
import type { Page, PageRequest } from '../pagination.ts';
import type { Database } from './database.ts';

/**
 * A list in SQL: the columns, FROM with its joins and WHERE, and a total order, so that each row is on exactly one
 * page.
 */
export interface List {
  columns: SQL;
  from: SQL;
  order: SQL;
  /** Expression of the number of rows, if it can be computed faster than by counting them. */
  total?: SQL | undefined;
  /** Reads the records of `page` (its columns and `page_place`), with `page_place` among the columns; by default the columns themselves. */
  records?: SQL | undefined;
}

/** A row of a page, with its place in the page and the total. If the page is empty, a single row without a place contains the total. */
export type PageRow<Row> = Row & { page_place: number | null; page_total: number };

/**
 * Reads one page of a list and the number of all its rows, in one statement. An incomplete page is the last one and is not counted,
 * which avoids running a search for a rare term twice. Places are numbered in the order in which PostgreSQL returns the rows of the
 * page.
 */
export async function readPage<Row extends Record<string, unknown>>(
  db: Database,
  { columns, from, order, total, records }: List,
  { size, offset }: PageRequest,
): Promise<Page<Row>> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    WITH page AS MATERIALIZED (
      SELECT *, row_number() OVER () AS page_place FROM (
        SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${size}::bigint OFFSET ${offset}::bigint
      ) ordered
    )
    SELECT r.*, found.page_total FROM (
      SELECT CASE WHEN n < ${size}::bigint AND (n > 0 OR ${offset}::bigint = 0) THEN ${offset}::bigint + n
        ELSE ${total ?? sql`(SELECT count(*) FROM ${from})`} END AS page_total
      FROM (SELECT count(*) AS n FROM page) read
    ) found LEFT JOIN (${records ?? sql`SELECT * FROM page`}) r ON true ORDER BY r.page_place`);
  return pageOf(rows as PageRow<Row>[]);
}

function pageOf<Row extends Record<string, unknown>>(rows: readonly PageRow<Row>[]): Page<Row> {
  const items = rows
    .filter(({ page_place }) => page_place !== null)
    .map(({ page_place, page_total, ...row }) => row as unknown as Row);
  return { items, total: rows[0]!.page_total };
}
