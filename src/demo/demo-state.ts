import type pg from 'pg';
import { writeAudit } from '../modules/accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { DemoIds, DemoRole } from './demo-file.ts';

/**
 * `empty`: neither users nor stores. `unfinished`: the marketplace was loaded, but demo.json was never written.
 * `loaded`: complete. `foreign`: users or stores that are not the demo's.
 */
export type DemoState = 'empty' | 'unfinished' | 'loaded' | 'foreign';

/**
 * The contents of the file, stored with the marketplace, so that the file can still be written after an
 * interruption.
 */
export interface DemoFacts {
  ids: DemoIds;
  offer_token: string;
  /** User ids. */
  token_owners: Record<DemoRole, number>;
  emails: { creator: string; advertiser: string };
}

const LOADED = 'demo.loaded';
const FILE_WRITTEN = 'demo.file_written';
const DISARMED = 'demo.disarmed';

const STATE_SQL = `
  SELECT CASE
    WHEN EXISTS (SELECT FROM audit_log WHERE subject_kind = 'demo' AND action = '${FILE_WRITTEN}') THEN 'loaded'
    WHEN EXISTS (SELECT FROM audit_log WHERE subject_kind = 'demo' AND action = '${LOADED}') THEN 'unfinished'
    WHEN EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM stores) THEN 'foreign'
    ELSE 'empty' END AS state`;

/** Returns whether the demo can be loaded, or which step is still necessary. */
export async function demoState(database: Pick<pg.Pool, 'query'>): Promise<DemoState> {
  const { rows } = await database.query<{ state: DemoState }>(STATE_SQL);
  return rows[0]!.state;
}

/** Whether the demo's accounts can be used: the demo is loaded, and its accounts have not been closed since. */
export async function isArmed(database: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await database.query<{ armed: boolean }>(
    `SELECT coalesce((SELECT action FROM audit_log WHERE subject_kind = 'demo' AND action IN ($1, $2) ORDER BY id DESC LIMIT 1) = $1, false) AS armed`,
    [LOADED, DISARMED],
  );
  return rows[0]!.armed;
}

/** Records in the closing transaction that the accounts are closed. */
export async function noteDisarmed(tx: Database, details: object): Promise<void> {
  await writeAudit(tx, {
    actorId: null,
    action: DISARMED,
    subjectKind: 'demo',
    subjectId: null,
    details: { ...details },
  });
}

/** Records in the loading transaction that the marketplace is loaded. */
export async function noteLoaded(client: pg.ClientBase, facts: DemoFacts): Promise<void> {
  await note(client, LOADED, facts);
}

export async function noteFileWritten(database: Pick<pg.Pool, 'query'>): Promise<void> {
  await note(database, FILE_WRITTEN, {});
}

/** No demo has been loaded into the database. */
export class NoDemo extends Error {}

/** @throws NoDemo */
export async function readFacts(database: Pick<pg.Pool, 'query'>): Promise<DemoFacts> {
  const { rows } = await database.query<{ details: DemoFacts }>(
    "SELECT details FROM audit_log WHERE subject_kind = 'demo' AND action = $1 ORDER BY id DESC LIMIT 1",
    [LOADED],
  );
  if (rows[0] === undefined) throw new NoDemo('No demo has been loaded into this database.');
  return rows[0].details;
}

async function note(database: Pick<pg.Pool, 'query'>, action: string, details: object): Promise<void> {
  await database.query("INSERT INTO audit_log (action, subject_kind, details) VALUES ($1, 'demo', $2)", [
    action,
    JSON.stringify(details),
  ]);
}
