import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from '../context.ts';
import { PROJECT_FOLDER } from '../own-files.ts';

/** The database and the files do not belong together, or a file cannot be applied. The message names the file. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** Any number does, as long as nothing else uses it: "tributary" in ASCII, shortened. */
const LOCK = 0x74726962;

const LEDGER = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** `migrations` at the project's root, from the sources and from `dist` alike. */
export function migrationsFolder(): string {
  return path.join(PROJECT_FOLDER, 'migrations');
}

/**
 * Brings the schema up to date: applies what is new in `folder` (`*.sql`, in the order of their names), each file in a
 * transaction of its own. Several processes may call this at once; one works, the others wait and find it done.
 * @param url `postgres://` address; a connection of its own is opened, because the lock belongs to it
 * @param whileLocked what else brings the database up to date; called last, in one process at a time
 * @returns names of the files applied now
 * @throws MigrationFailed when an applied file was changed or is missing, a new one sorts before an applied one, or a
 *   statement fails (nothing of that file remains)
 */
export async function migrate(
  url: string,
  folder: string,
  log: Logger,
  whileLocked: (url: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'tributary-migrate' });
  client.on('error', (error) => log.warn({ err: error }, 'connection lost while migrating'));
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(LEDGER);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      const began = Date.now();
      await apply(client, migration);
      log.info({ migration: migration.name, ms: Date.now() - began }, 'migration applied');
    }
    await whileLocked(url);
    return pending.map((migration) => migration.name);
  } finally {
    // The end of the session releases the lock.
    await client.end().catch(() => {});
  }
}

function readMigrations(folder: string): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    // Git may check files out with either line end; the fingerprint is the same.
    const sql = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM schema_migrations');
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const applied of rows) {
    const migration = known.get(applied.name);
    if (migration === undefined) {
      throw new MigrationFailed(
        `The database has migration ${applied.name}, which this version of Tributary does not know. Start the version that made it, or a later one.`,
      );
    }
    if (migration.sha256 !== applied.sha256) {
      throw new MigrationFailed(
        `Migration ${applied.name} was changed after it had been applied. Migrations are append-only: restore the file, and put the change into a new one.`,
      );
    }
  }
  const last = rows.map((row) => row.name).reduce((a, b) => (a > b ? a : b), '');
  const pending = migrations.filter((migration) => !rows.some((row) => row.name === migration.name));
  const late = pending.find((migration) => migration.name < last);
  if (late !== undefined) {
    throw new MigrationFailed(
      `Migration ${late.name} would come before ${last}, which has been applied. Give it a later number.`,
    );
  }
  return pending;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw new MigrationFailed(
      `Migration ${migration.name} failed${lineOf(error, migration.sql)}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** PostgreSQL counts characters from 1; people count lines. */
function lineOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: string }).position);
  return position > 0 ? ` at line ${sql.slice(0, position - 1).split('\n').length}` : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
