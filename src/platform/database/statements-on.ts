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

/** Runs pg statements on a database handle, so that they can be part of its transaction. They are not named: a transaction runs each once. */
export function statementsOn(db: Database): Statements {
  return { query: <Row extends QueryResultRow>({ text, values }: Statement) => db.query<Row>({ text, values }) };
}
