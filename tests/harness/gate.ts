import type { TestApplication } from './application.ts';
import { untilSessionsWait } from './lock-waiters.ts';

/** Stops transactions that change certain rows, after they have locked them. */
interface Gate {
  /** Resolves when this many sessions wait, at the gate or for a session at the gate. */
  untilWaiting(sessions: number): Promise<void>;
  /** Opens the gate permanently. */
  open(): Promise<void>;
}

/** Blocks a kind of statement, such as `DELETE ON tokens`. Only one gate can exist in a database at a time. */
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
