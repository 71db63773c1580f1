import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from '../context.ts';
import { PROJECT_FOLDER } from '../own-files.ts';

/** The database and the files do not match, or a file cannot be applied. The message names the file. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** An arbitrary number that nothing else uses: "tributary" in ASCII, shortened. */
const LOCK = 0x74726962;

const LEDGER = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** The folder `migrations` at the project's root, for the sources and for `dist` alike. */
export function migrationsFolder(): string {
  return path.join(PROJECT_FOLDER, 'migrations');
}

/** Subfolder with the current functions, views and triggers, one per file. */
const REPEATABLE = 'repeatable';

const DEFINITIONS = `
  CREATE TABLE IF NOT EXISTS schema_definitions (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * Brings the schema up to date. Applies the new files of `folder` (`*.sql`, in the order of their names), each in
 * its own transaction, and then the functions, views and triggers of `folder/repeatable` if any of them has changed.
 * Several processes may call this at once: one works, and the others wait.
 * @param url `postgres://` address; a separate connection is opened, because the lock belongs to the session
 * @param whileLocked further updates of the database; called last, in one process at a time
 * @returns names of the numbered files applied by this call
 * @throws MigrationFailed when an applied file was changed or is missing, or a statement fails (nothing of that file remains)
 */
export async function migrate(
  url: string,
  folder: string,
  log: Logger,
  whileLocked: (url: string) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'tributary-migrate' });
  client.on('error', (error) => log.warn({ err: error }, 'connection lost while migrating'));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(LEDGER);
    await client.query(DEFINITIONS);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      const began = Date.now();
      await apply(client, migration);
      log.info({ migration: migration.name, ms: Date.now() - began }, 'migration applied');
    }
    await applyDefinitions(client, readMigrations(path.join(folder, REPEATABLE)), pending.length > 0);
    await whileLocked(url);
    return pending.map((migration) => migration.name);
  } finally {
    // The end of the session releases the lock.
    await client.end().catch(() => {});
  }
}

/**
 * The numbered files that a start would apply. Changes nothing.
 * @param db a connection to the database
 * @returns null for a database without a schema, which the first start creates
 * @throws MigrationFailed when the database cannot be upgraded
 */
export async function pendingMigrations(db: Pick<pg.Client, 'query'>, folder: string): Promise<string[] | null> {
  const { rows } = await db.query<{ known: boolean }>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS known`);
  if (!rows[0]!.known) return null;
  return (await findPending(db, readMigrations(folder))).map(({ name }) => name);
}

/** Returns the SQL files of a folder, sorted by name; an empty list when the folder does not exist. */
function readMigrations(folder: string): Migration[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    // Git may check files out with either line ending. The checksum must be the same.
    const sql = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

/** The files that have not been applied, in the order of their names. A file with a lower number can arrive after a higher one was applied. */
async function findPending(client: Pick<pg.Client, 'query'>, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'SELECT name, sha256 FROM schema_migrations ORDER BY name',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = rows.find(({ name }) => !known.has(name));
  if (unknown !== undefined) throw new MigrationFailed(unknownMigration('The database', unknown.name, migrations));
  const different = rows.find(({ name, sha256 }) => known.get(name)!.sha256 !== sha256);
  if (different !== undefined) {
    throw new MigrationFailed(
      `The database was made by a version of Tributary that this one cannot upgrade: its migration ${different.name} differs from the file of this version. ${OTHER_VERSION}`,
    );
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

const OTHER_VERSION = 'Continue with the version that made it. docs/operations.md says which versions can be upgraded.';

/**
 * Returns a sentence for the operator whose database or backup has a migration that this version lacks.
 * @param what the beginning of the sentence: "The database" or "The backup"
 * @param migrations the files of this version
 */
export function unknownMigration(what: string, name: string, migrations: readonly { name: string }[]): string {
  const isLater = migrations.every((migration) => migration.name < name);
  const made = `${what} was made by ${isLater ? 'a later version of Tributary' : 'a version of Tributary that this one cannot upgrade'}`;
  return `${made}: it has the migration ${name}, which this version does not have. ${isLater ? 'Install that version or a later one.' : OTHER_VERSION}`;
}

/**
 * Applies all definitions in one transaction when one of them has changed, or when a migration has just been applied
 * (it may have dropped a view that another view uses). PostgreSQL does not check function bodies before the first
 * call, so definitions may refer to each other in any order.
 * @throws MigrationFailed when one cannot be applied; then none is changed
 */
async function applyDefinitions(client: pg.Client, definitions: Migration[], migrated: boolean): Promise<void> {
  const fingerprint = createHash('sha256');
  for (const { name, sha256 } of definitions) fingerprint.update(`${name} ${sha256}\n`);
  const sha256 = fingerprint.digest('hex');
  const { rows } = await client.query<{ sha256: string }>('SELECT sha256 FROM schema_definitions');
  if (!migrated && rows[0]?.sha256 === sha256) return;
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL check_function_bodies = off');
    for (const definition of definitions) await runFile(client, definition, `${REPEATABLE}/`);
    await client.query(
      `INSERT INTO schema_definitions (sha256) VALUES ($1)
       ON CONFLICT (only_row) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`,
      [sha256],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await runFile(client, migration);
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** @throws MigrationFailed that names the file and the line */
async function runFile(client: pg.Client, { name, sql }: Migration, folder = ''): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new MigrationFailed(`Migration ${folder}${name} failed${lineOf(error, sql)}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** PostgreSQL reports a character position from 1. The message needs a line number. */
function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
