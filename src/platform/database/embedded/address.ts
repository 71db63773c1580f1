import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isUnavailable, sqlState } from '../errors.ts';
import { ROLE } from './cluster.ts';

/** The slowest start there is: recovery of all the log that `max_wal_size` allows. */
const LONGEST_RECOVERY_MS = 120_000;
/** How long a server that lives may leave its socket unanswered. */
const MUTE_MS = 5_000;

/** The `postgres://` address of the database behind the socket in this folder. */
export function addressOf(socketFolder: string, password: string): string {
  return `postgres://${ROLE}:${password}@localhost/${ROLE}?host=${encodeURIComponent(path.resolve(socketFolder))}`;
}

/** Asks the database for one answer. @throws what PostgreSQL or the socket says */
export async function ping(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'tributary',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Waits for an answer of a server that may be starting or recovering.
 * @param lives whether the server is still there; without it there is nothing to wait for
 * @throws the last refusal
 */
export async function waitForAnswer(url: string, lives: () => boolean): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      return await ping(url);
    } catch (error) {
      const state = sqlState(error);
      // 53300: too many connections, which is an answer. 57P03: starting up.
      if (state === '53300') return;
      const patienceMs = state === '57P03' ? LONGEST_RECOVERY_MS : MUTE_MS;
      if (!lives() || !isUnavailable(error) || Date.now() - began > patienceMs) throw error;
    }
    await delay(50);
  }
}
