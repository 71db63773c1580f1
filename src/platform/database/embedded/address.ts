import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isUnavailable, sqlState } from '../errors.ts';
import { ROLE } from './cluster.ts';

/** Duration of the slowest start: recovery of as much log as `max_wal_size` allows. */
const LONGEST_RECOVERY_MS = 120_000;
/** Maximum time in which a running server must answer on its socket. */
const MUTE_MS = 5_000;

/** Returns the `postgres://` address of the database behind the socket in this folder. */
export function addressOf(socketFolder: string, password: string): string {
  return `postgres://${ROLE}:${password}@localhost/${ROLE}?host=${encodeURIComponent(path.resolve(socketFolder))}`;
}

/** Runs one trivial query. @throws the error of PostgreSQL or of the socket */
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
 * Waits until a server that may be starting or recovering answers.
 * @param lives returns whether the server still runs; the wait ends when it does not
 * @throws the last connection error
 */
export async function waitForAnswer(url: string, lives: () => boolean): Promise<void> {
  const began = Date.now();
  for (;;) {
    try {
      return await ping(url);
    } catch (error) {
      const state = sqlState(error);
      // 53300 (too many connections) counts as an answer. 57P03 means that the server is starting.
      if (state === '53300') return;
      const timeoutMs = state === '57P03' ? LONGEST_RECOVERY_MS : MUTE_MS;
      if (!lives() || !isUnavailable(error) || Date.now() - began > timeoutMs) throw error;
    }
    await delay(50);
  }
}
