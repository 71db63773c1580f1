import type { TestApplication } from './application.ts';
import { untilSessionsWait } from './lock-waiters.ts';

/** Where transactions stop that would change a row, which they have locked by then. */
interface Gate {
  /** Resolves when so many sessions wait, here or for one that does. */
  untilWaiting(sessions: number): Promise<void>;
  /** Lets everybody through, for good. */
  open(): Promise<void>;
}

/** Blocks a kind of statement, such as `DELETE ON tokens`. One at a time in a database. */
export async function closeGate(
  { database }: TestApplication,
  way: `${'UPDATE' | 'DELETE'} ON ${string}`,
): Promise<Gate> {
  const keeper = await database.pool.connect();
  await keeper.query(`SELECT pg_advisory_lock(1);
    CREATE FUNCTION stop_at_gate() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN coalesce(NEW, OLD); END';
    CREATE TRIGGER gate BEFORE ${way} FOR EACH ROW EXECUTE FUNCTION stop_at_gate()`);
  return {
    untilWaiting: (sessions) => untilSessionsWait(database, sessions),
    async open() {
      await keeper.query('SELECT pg_advisory_unlock(1); DROP FUNCTION stop_at_gate CASCADE');
      keeper.release();
    },
  };
}
