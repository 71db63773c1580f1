import type pg from 'pg';

type Row = Record<string, unknown>;

/**
 * Inserts rows into a table with one statement. Every row has the keys of the first row, which are the columns.
 * Instants may be Date; jsonb and arrays are plain values.
 */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await client.query(statement(table, rows), [JSON.stringify(rows)]);
}

/** Like `insertRows`, for a table with an `id`. Returns the ids by the rows' names. */
export async function insertNamed<Name extends string>(
  client: pg.ClientBase,
  table: string,
  rows: Readonly<Record<Name, Row>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries<Row>(rows);
  const values = entries.map(([, row]) => row);
  const inserted = await client.query<{ id: number }>(`${statement(table, values)} RETURNING id`, [
    JSON.stringify(values),
  ]);
  // Ids are assigned in the order of the rows, but RETURNING may use any order.
  const ids = inserted.rows.map(({ id }) => id).sort((a, b) => a - b);
  return Object.fromEntries(entries.map(([name], index) => [name, ids[index]!])) as Record<Name, number>;
}

function statement(table: string, rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]!);
  const odd = rows.find((row) => Object.keys(row).join() !== columns.join());
  if (odd !== undefined) throw new Error(`rows of ${table} differ in their columns: ${Object.keys(odd).join()}`);
  return `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${columns.map((column) => `r.${column}`).join(', ')}
    FROM jsonb_populate_recordset(NULL::${table}, $1) WITH ORDINALITY AS r ORDER BY r.ordinality`;
}

/** Returns the same names with mapped values. */
export function mapRows<Name extends string, From, To>(
  rows: Readonly<Record<Name, From>>,
  make: (row: From, name: Name) => To,
): Record<Name, To> {
  const entries = Object.entries<From>(rows) as [Name, From][];
  return Object.fromEntries(entries.map(([name, row]) => [name, make(row, name)])) as Record<Name, To>;
}
