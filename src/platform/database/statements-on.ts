import { sql } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/** A statement with `$1`, `$2` … in pg's form. */
interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Runs statements with placeholders: a pg pool or client, or the result of `statementsOn`. */
export interface Statements {
  query<Row extends QueryResultRow>(statement: Statement & { name: string }): Promise<{ rows: Row[] }>;
}

/** Runs pg statements on a Drizzle handle, so that they can be part of its transaction. */
export function statementsOn(db: Database): Statements {
  return {
    async query<Row extends QueryResultRow>({ text, values }: Statement) {
      // Odd indexes hold the numbers of the placeholders.
      const chunks = text
        .split(/\$(\d+)/)
        .map((part, place) => (place % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`));
      const { rows } = await db.execute<Row>(sql.join(chunks));
      return { rows: rows as Row[] };
    },
  };
}
