import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from '../platform/context.ts';
import { MigrationFailed, migrate, migrationsFolder, unknownMigration } from '../platform/database/migrate.ts';
import { installJobTables } from '../platform/jobs/tables.ts';
import { fileReader } from './encryption.ts';
import {
  BackupFailed,
  type FileReader,
  isEncrypted,
  type Manifest,
  readManifest,
  type SavedTable,
  sha256Of,
} from './manifest.ts';
import { openForWholeTables } from './whole-tables.ts';

export interface RestoreDeps {
  /** Address of an empty database. */
  url: string;
  dataDir: string;
  log: Logger;
  /** A file with the private key of age, for an encrypted backup; none by default. */
  identityFile?: string | null;
}

/**
 * Restores a backup into an empty database and data folder. Creates the tables of the backup's version, loads them
 * in one transaction, and then applies later migrations. Visitors of the current day count as new.
 * @throws BackupFailed when the backup is incomplete or damaged, cannot be decrypted, this version cannot upgrade it, or the database is not
 *   empty
 */
export async function restore(
  { url, dataDir, log, identityFile = null }: RestoreDeps,
  folder: string,
): Promise<Manifest> {
  const encrypted = await isEncrypted(folder);
  if (encrypted && identityFile === null)
    throw new BackupFailed('The backup is encrypted. Name the file with its private key: --identity FILE.');
  const read = await fileReader(encrypted ? identityFile : null);
  const manifest = await readManifest(folder, read);
  await checkFiles(folder, manifest, read);
  await withMigrationsOf(manifest, (then) => migrate(url, then, log, installJobTables));
  const client = await openForWholeTables(url);
  try {
    await refuseFull(client);
    await client.query('BEGIN');
    await load(client, folder, manifest, read);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
  await migrate(url, migrationsFolder(), log, installJobTables).catch((error: unknown) => {
    if (!(error instanceof MigrationFailed)) throw error;
    throw new BackupFailed(
      `${error.message} The data of the backup were loaded, but are not upgraded: restore into another empty database with the version that made the backup.`,
    );
  });
  for (const file of Object.keys(manifest.files)) {
    const to = path.join(dataDir, path.relative('data', file));
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await pipeline(await read(path.join(folder, file)), createWriteStream(to, { mode: 0o600 }));
  }
  return manifest;
}

/** Checks the whole backup before the restore begins. */
async function checkFiles(folder: string, { files, tables }: Manifest, read: FileReader): Promise<void> {
  for (const [file, sha256] of Object.entries(files)) {
    if (!/^data\/[^/]/.test(file) || file.split('/').includes('..')) throw damaged(file);
    const found = await read(path.join(folder, file))
      .then(sha256Of)
      .catch(() => null);
    if (found !== sha256) throw damaged(file);
  }
  for (const table of tables) {
    const found = await textOf(folder, table, read)
      .then(sha256Of)
      .catch(() => null);
    if (found !== table.sha256) throw damaged(table.file);
  }
}

const damaged = (file: string) => new BackupFailed(`The backup is damaged: ${file} is missing or was changed.`);

async function textOf(folder: string, { file }: SavedTable, read: FileReader): Promise<Readable> {
  const source = await read(path.join(folder, file));
  const text = createGunzip();
  source.on('error', (error) => text.destroy(error));
  return source.pipe(text);
}

/**
 * Creates the functions that loading the data requires. Other definitions may refer to tables that the backup does not have yet.
 */
const NEEDED_DEFINITIONS = ['click_floor.sql', 'ensure_click_months.sql'];

/** Copies the migrations that the backup knows to a separate folder. */
async function withMigrationsOf({ migrations }: Manifest, work: (folder: string) => Promise<unknown>): Promise<void> {
  const then = await mkdtemp(path.join(tmpdir(), 'tributary-migrations-'));
  try {
    const ours = await readdir(migrationsFolder());
    const unknown = migrations.find((name) => !ours.includes(name));
    if (unknown !== undefined) {
      const files = ours.filter((name) => name.endsWith('.sql')).map((name) => ({ name }));
      throw new BackupFailed(unknownMigration('The backup', unknown, files));
    }
    for (const name of migrations) await copyFile(path.join(migrationsFolder(), name), path.join(then, name));
    await mkdir(path.join(then, 'repeatable'));
    for (const name of NEEDED_DEFINITIONS)
      await copyFile(path.join(migrationsFolder(), 'repeatable', name), path.join(then, 'repeatable', name));
    await work(then);
  } finally {
    await rm(then, { recursive: true, force: true });
  }
}

async function refuseFull(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ full: boolean }>(
    'SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM stores) OR EXISTS (SELECT FROM clicks) AS full',
  );
  if (rows[0]!.full)
    throw new BackupFailed('The database is not empty. Restore into a new one: another DATA_DIR or DATABASE_URL.');
}

/**
 * Loads every table. Triggers are disabled, because their effects are already in the data. Foreign keys are checked
 * at the end.
 */
async function load(
  client: pg.Client,
  folder: string,
  { tables, sequences, clickMonths }: Manifest,
  read: FileReader,
): Promise<void> {
  const list = async (text: string) =>
    (await client.query<{ statement: string }>(text)).rows.map((row) => row.statement);
  const ours = `n.nspname IN ('public', 'graphile_worker')`;
  const keys = `FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype = 'f' AND ${ours} AND NOT c.relispartition ORDER BY k.oid`;
  const name = `format('%I.%I', n.nspname, c.relname)`;
  const restoring = await list(
    `SELECT 'ALTER TABLE ' || ${name} || ' ADD CONSTRAINT ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid) AS statement ${keys}`,
  );
  const dropping = await list(
    `SELECT 'ALTER TABLE ' || ${name} || ' DROP CONSTRAINT ' || quote_ident(k.conname) AS statement ${keys}`,
  );
  const triggered = `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND c.relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)`;
  if (clickMonths !== null) await client.query('SELECT ensure_click_months($1, $2)', clickMonths);
  for (const statement of dropping) await client.query(statement);
  for (const statement of await list(
    `SELECT 'ALTER TABLE ' || ${name} || ' DISABLE TRIGGER USER' AS statement ${triggered}`,
  ))
    await client.query(statement);
  await client.query(`TRUNCATE ${tables.map((table) => table.name).join(', ')}`);
  for (const table of tables) {
    const text = `COPY ${table.name} (${table.columns.join(', ')}) FROM STDIN`;
    const copy = client.query(copyFrom(text));
    await pipeline(await textOf(folder, table, read), copy);
    if (copy.rowCount !== table.rows)
      throw new BackupFailed(`${table.file} contains ${copy.rowCount} rows instead of ${table.rows}.`);
  }
  for (const [sequence, last] of Object.entries(sequences))
    await client.query('SELECT setval($1, $2)', [sequence, last]);
  // The processes that were running these jobs do not exist on this server.
  await client.query(
    'UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
  );
  await client.query(
    'UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
  );
  for (const statement of restoring) await client.query(statement);
  for (const statement of await list(
    `SELECT 'ALTER TABLE ' || ${name} || ' ENABLE TRIGGER USER' AS statement ${triggered}`,
  ))
    await client.query(statement);
}
