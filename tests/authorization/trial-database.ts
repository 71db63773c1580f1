import type pg from 'pg';
import type { TestDatabase } from '../harness/database.ts';

/** A test database whose changes can be rolled back. */
export interface TrialDatabase extends TestDatabase {
  /**
   * Runs work and rolls back everything that it has written through any of the pool's connections and transactions.
   * During the trial, they all share one transaction. Trials may be nested but not run concurrently.
   */
  trial<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Adds trials to a database. Outside of trials, its pool behaves normally. */
export function createTrialDatabase(database: TestDatabase): TrialDatabase {
  const { pool } = database;
  const [query, connect] = [pool.query.bind(pool), pool.connect.bind(pool)];
  let session: TrialSession | null = null;
  // The application uses pg's promise overloads; a pool's own `query` calls `connect` with a callback.
  pool.query = ((...given: Parameters<TrialSession['run']>) =>
    session === null ? query(...(given as [string])) : session.alone(...given)) as typeof pool.query;
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (callback !== undefined) return connect(callback);
    return session?.connect() ?? connect();
  }) as typeof pool.connect;
  const begin = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const client = await connect();
    await client.query('BEGIN');
    const mine = new TrialSession(client);
    session = mine;
    try {
      return await work();
    } finally {
      await mine.idle();
      session = null;
      await client.query('ROLLBACK');
      client.release();
    }
  };
  return { ...database, trial: (work) => session?.taken(work) ?? begin(work) };
}

type Statement = { text: string };

const textOf = (statement: string | Statement): string => (typeof statement === 'string' ? statement : statement.text);

/** A single connection in place of a pool. Transactions become savepoints. */
class TrialSession {
  #savepoints = 0;
  #lastStep: Promise<unknown> = Promise.resolve();
  #lastTransaction: Promise<unknown> = Promise.resolve();
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  run(statement: string | Statement, values?: unknown[]): Promise<unknown> {
    return this.#client.query(statement as string, values);
  }

  /** Rolls back the effects of `work`. */
  async taken<Result>(work: () => Promise<Result>): Promise<Result> {
    const name = `trial${++this.#savepoints}`;
    await this.#inTurn(() => this.run(`SAVEPOINT ${name}`));
    try {
      return await work();
    } finally {
      // Serialized, because unawaited work (recording a token's last use) may still be running.
      await this.#inTurn(() => this.run(`ROLLBACK TO ${name}; RELEASE ${name}`));
    }
  }

  /** Resolves when all requested work is done. */
  async idle(): Promise<void> {
    await this.#lastStep;
  }

  /**
   * Runs a statement that may fail without aborting the trial, without interleaving others. A query, which is most of them, is not
   * expected to fail: afterwards all statements of the trial fail, and with them the test.
   */
  alone(statement: string | Statement, values?: unknown[]): Promise<unknown> {
    return this.#inTurn(async () => {
      if (/^\s*SELECT\b/i.test(textOf(statement))) return this.run(statement, values);
      const name = `alone${++this.#savepoints}`;
      await this.run(`SAVEPOINT ${name}`);
      try {
        const result = await this.run(statement, values);
        await this.run(`RELEASE ${name}`);
        return result;
      } catch (error) {
        await this.run(`ROLLBACK TO ${name}; RELEASE ${name}`);
        throw error;
      }
    });
  }

  /** Stands for a connection of the pool. Only one exists at a time, so that transactions do not overlap. */
  async connect(): Promise<object> {
    const before = this.#lastTransaction;
    let release = () => {};
    this.#lastTransaction = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    const name = `transaction${++this.#savepoints}`;
    return {
      on: () => {},
      off: () => {},
      release,
      query: (statement: string | Statement, values?: unknown[]) => {
        const text = textOf(statement).trim().toLowerCase();
        const step = () => {
          if (/^begin\b/.test(text)) return this.run(`SAVEPOINT ${name}`);
          if (text === 'commit') return this.run(`RELEASE ${name}`);
          if (text === 'rollback') return this.run(`ROLLBACK TO ${name}; RELEASE ${name}`);
          return this.run(statement, values);
        };
        return this.#inTurn(step);
      },
    };
  }

  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastStep.then(step);
    this.#lastStep = turn.catch(() => undefined);
    return turn;
  }
}
