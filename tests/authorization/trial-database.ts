import type pg from 'pg';
import type { TestDatabase } from '../harness/database.ts';

/** A test database in which things can be tried out and taken back. */
export interface TrialDatabase extends TestDatabase {
  /**
   * Does something and undoes whatever it wrote, by whichever of the pool's connections and transactions: within it all of them are one
   * transaction that is rolled back. Trials may lie within trials; they do not run side by side.
   */
  trial<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Makes trials possible in a database; outside of them its pool is a usual one. */
export function createTrialDatabase(database: TestDatabase): TrialDatabase {
  const { pool } = database;
  const [query, connect] = [pool.query.bind(pool), pool.connect.bind(pool)];
  let session: TrialSession | null = null;
  // Of pg's overloads the application uses those with promises; a pool's own `query` calls `connect` with a callback.
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

/** One connection that stands for all of a pool's; a transaction of theirs is a savepoint of its. */
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

  /** Undoes what `work` does. */
  async taken<Result>(work: () => Promise<Result>): Promise<Result> {
    const name = `trial${++this.#savepoints}`;
    await this.#inTurn(() => this.run(`SAVEPOINT ${name}`));
    try {
      return await work();
    } finally {
      // In turn: what nobody waits for (when a token was used last) may still be under way.
      await this.#inTurn(() => this.run(`ROLLBACK TO ${name}; RELEASE ${name}`));
    }
  }

  /** Resolves when all that has been asked for is done. */
  async idle(): Promise<void> {
    await this.#lastStep;
  }

  /** A statement that may fail without taking the whole trial with it, and that nothing comes between. */
  alone(statement: string | Statement, values?: unknown[]): Promise<unknown> {
    return this.#inTurn(async () => {
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

  /** What stands for a connection of the pool: one at a time, so that their transactions lie beside each other. */
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
        const text = (typeof statement === 'string' ? statement : statement.text).trim().toLowerCase();
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
