import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** A statement in pg's form, with `$1`, `$2` … A named one is parsed and planned once by each connection. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  name?: string;
}

export interface TransactionOptions {
  isolationLevel?: 'repeatable read';
  accessMode?: 'read only';
}

type Row = Record<string, unknown>;

const dialect = new PgDialect();

/** Times, days and intervals stay texts, as PostgreSQL writes them. Other types are parsed as pg is set up to. */
const TEXTS = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
  // Arrays: numeric, timestamp, timestamptz, interval, date.
  1231,
  1115,
  1185,
  1187,
  1182,
]);
const asText = (value: string) => value;
const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    TEXTS.has(type) ? asText : pg.types.getTypeParser(type, format as 'text'),
};

/** A statement failed. `cause` is the error of PostgreSQL or of the connection. The values are left out: they may be secret. */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed';
  readonly query: string;

  constructor(query: string, cause: unknown) {
    super(`Failed query: ${query}`, { cause });
    this.query = query;
  }
}

/** Text and values of a statement that is composed with Drizzle's `sql` tag. Placeholders are still among the values. */
export function compose(statement: SQL): Statement {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { text, values: params };
}

/** Runs statements on a pool, or on the connection of an open transaction. */
export class SqlDatabase {
  readonly #runner: pg.Pool | pg.ClientBase;
  /** Depth of the savepoints around the work; null outside a transaction. */
  readonly #depth: number | null;

  /** @param depth 0 when the connection has an open transaction, so that `transaction` makes a savepoint */
  constructor(runner: pg.Pool | pg.ClientBase, depth: number | null = null) {
    this.#runner = runner;
    this.#depth = depth;
  }

  /**
   * Runs a statement that is composed with the `sql` tag. `R` declares its columns.
   * @throws QueryFailed
   */
  execute<R extends Row = Row>(statement: SQL | string): Promise<pg.QueryResult<R>> {
    return this.query<R>(typeof statement === 'string' ? { text: statement, values: [] } : compose(statement));
  }

  /** Runs a statement in pg's form. @throws QueryFailed */
  async query<R extends Row = Row>({ text, values, name }: Statement): Promise<pg.QueryResult<R>> {
    try {
      const statement = { text, values: [...values], types };
      return await this.#runner.query<R>(name === undefined ? statement : { ...statement, name });
    } catch (error) {
      throw new QueryFailed(text, error);
    }
  }

  /**
   * Runs `work` in a transaction, or in a savepoint of the open one. It is committed when `work` succeeds; otherwise it is rolled back
   * and the error of `work` is thrown.
   */
  async transaction<T>(work: (tx: SqlDatabase) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const runner = this.#runner;
    if (this.#depth !== null) {
      const depth = this.#depth + 1;
      const [begin, commit, undo] = [
        `SAVEPOINT s${depth}`,
        `RELEASE SAVEPOINT s${depth}`,
        `ROLLBACK TO SAVEPOINT s${depth}`,
      ];
      return (await bracket(new SqlDatabase(runner, depth), { begin, commit, undo }, work)).unwrap();
    }
    const { isolationLevel, accessMode } = options;
    const begin = `BEGIN${isolationLevel ? ` ISOLATION LEVEL ${isolationLevel}` : ''}${accessMode ? ` ${accessMode}` : ''}`;
    const statements = { begin, commit: 'COMMIT', undo: 'ROLLBACK' };
    if (!(runner instanceof pg.Pool)) return (await bracket(new SqlDatabase(runner, 0), statements, work)).unwrap();
    const client = await runner.connect();
    const { unwrap, isBroken } = await bracket(new SqlDatabase(client, 0), statements, work);
    // A connection that cannot roll back must not serve another request.
    client.release(isBroken);
    return unwrap();
  }
}

interface Outcome<T> {
  unwrap: () => T;
  isBroken: boolean;
}

/** Runs `work` between two statements, and a third one instead of the second if it fails. */
async function bracket<T>(
  db: SqlDatabase,
  { begin, commit, undo }: { begin: string; commit: string; undo: string },
  work: (tx: SqlDatabase) => Promise<T>,
): Promise<Outcome<T>> {
  const fail = (error: unknown) => () => {
    throw error;
  };
  try {
    await db.execute(begin);
  } catch (error) {
    return { unwrap: fail(error), isBroken: true };
  }
  try {
    const result = await work(db);
    await db.execute(commit);
    return { unwrap: () => result, isBroken: false };
  } catch (error) {
    const isBroken = await db.execute(undo).then(
      () => false,
      () => true,
    );
    return { unwrap: fail(error), isBroken };
  }
}
