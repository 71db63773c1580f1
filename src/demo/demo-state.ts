import type pg from 'pg';
import { writeAudit } from '../domains/accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { DemoIds, DemoRole } from './demo-file.ts';

/**
 * `empty`: neither users nor stores. `unfinished`: the market is there, its demo.json never was. `loaded`: all is there.
 * `foreign`: somebody else's users or stores.
 */
export type DemoState = 'empty' | 'unfinished' | 'loaded' | 'foreign';

/** What the file says of the market; kept with it, so that a file that was never written still can be. */
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

/** Tells whether the demo can be loaded here, or what is left to do. */
export async function demoState(database: Pick<pg.Pool, 'query'>): Promise<DemoState> {
  const { rows } = await database.query<{ state: DemoState }>(STATE_SQL);
  return rows[0]!.state;
}

/** Whether the demo's accounts can be used: it has been loaded, and nobody has closed them since. */
export async function isArmed(database: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await database.query<{ armed: boolean }>(
    `SELECT coalesce((SELECT action FROM audit_log WHERE subject_kind = 'demo' AND action IN ($1, $2) ORDER BY id DESC LIMIT 1) = $1, false) AS armed`,
    [LOADED, DISARMED],
  );
  return rows[0]!.armed;
}

/** Part of the transaction that closes the accounts. */
export async function noteDisarmed(tx: Database, details: object): Promise<void> {
  await writeAudit(tx, {
    actorId: null,
    action: DISARMED,
    subjectKind: 'demo',
    subjectId: null,
    details: { ...details },
  });
}

/** Part of the loading transaction: with it, the market is there. */
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
