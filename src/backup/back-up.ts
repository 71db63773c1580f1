import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { trimJournal } from '../modules/clicks/index.ts';
import { type FileWriter, fileWriter } from './encryption.ts';
import { BackupFailed, KEY_FILES, MANIFEST, type Manifest, type SavedTable } from './manifest.ts';
import { openForWholeTables } from './whole-tables.ts';

/**
 * The files of a data folder. The click journals are copied before the snapshot, which contains their positions. A click that is
 * in both is therefore recorded once.
 */
const WAITING = ['clicks', 'spool'];
const FILES = ['files'];

const STAGING = '.backup-';
const DAY_MS = 86_400_000;

/**
 * A backup does not contain transaction numbers (`recorded_in`) and the identity that cursors of exports name, which belong to
 * one server; visitors, their networks and their keys, which are deleted after a day; recent changes of terms, which have no
 * meaning on another server; and data that migrations write themselves.
 */
export const LEFT_OUT = [
  'click_visitors',
  'click_networks',
  'click_network_days',
  'visitor_keys',
  'terms_changes',
  'export_identity',
  'schema_migrations',
  'schema_definitions',
  'migrations',
];

export interface BackupDeps {
  /** Address of the database. */
  url: string;
  dataDir: string;
  /** The public key of age for which the backup is encrypted; it is not encrypted by default. */
  recipient?: string | null;
  /** Whether the backup contains the keys and tokens of the data folder (`KEY_FILES`); false by default. */
  withKeys?: boolean;
}

/**
 * Saves the database and the files of the data folder into a new folder, while the server keeps running. All tables show the same
 * moment. The folder receives its final name when the backup is complete.
 * @throws BackupFailed when the folder already exists, or the recipient is no public key
 */
export async function backUp(
  { url, dataDir, recipient = null, withKeys = false }: BackupDeps,
  folder: string,
): Promise<Manifest> {
  const write = fileWriter(recipient);
  if ((await stat(folder).catch(() => null)) !== null) throw new BackupFailed(`${folder} exists already.`);
  const draft = `${folder}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 });
  // The copied journals are shortened before they are written into the backup.
  const journals = await stagingFolder(dataDir);
  const client = await openForWholeTables(url).catch(async (error) => {
    await rm(journals, { recursive: true, force: true });
    throw error;
  });
  try {
    await copyFiles(dataDir, WAITING, async (from, name) => {
      await mkdir(path.dirname(path.join(journals, name)), { recursive: true, mode: 0o700 });
      await copyFile(from, path.join(journals, name));
      return '';
    });
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const described = await describe(client);
    const tables: SavedTable[] = [];
    for (const table of await tablesOf(client)) tables.push(await saveTable(client, table, draft, write));
    // Read after the tables, so that an assigned number is never assigned again.
    const sequences = await sequencesOf(client);
    await keepUncounted(client, path.join(journals, 'clicks'));
    await client.query('COMMIT');
    const save = (from: string, name: string) => saveFile(from, path.join(draft, 'data', name), write);
    const files = {
      ...(await copyFiles(journals, WAITING, save)),
      ...(await copyFiles(dataDir, withKeys ? [...FILES, ...KEY_FILES] : FILES, save)),
    };
    const manifest: Manifest = { format: 1, ...described, tables, sequences, files };
    await write(Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]), path.join(draft, MANIFEST));
    await rename(draft, folder);
    return manifest;
  } finally {
    await client.end();
    await rm(journals, { recursive: true, force: true });
  }
}

/** A folder for copies in the data folder, which has the permissions for them. Removes those that killed processes have left. */
async function stagingFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(STAGING)) continue;
    const found = await stat(path.join(dataDir, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > DAY_MS)
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  return mkdtemp(path.join(dataDir, STAGING));
}

async function describe(client: pg.Client): Promise<Pick<Manifest, 'takenAt' | 'migrations' | 'clickMonths'>> {
  const { rows } = await client.query<{ at: Date; migrations: string[]; first: string | null; last: string | null }>(`
    SELECT now() AS at, ARRAY (SELECT name FROM schema_migrations ORDER BY name) AS migrations,
      (SELECT min(c.relname) FROM pg_class c WHERE c.relname ~ '^clicks_\\d{4}_\\d\\d$' AND c.relispartition) AS first,
      (SELECT max(c.relname) FROM pg_class c WHERE c.relname ~ '^clicks_\\d{4}_\\d\\d$' AND c.relispartition) AS last`);
  const { at, migrations, first, last } = rows[0]!;
  const monthOf = (name: string) => `${name.slice(7, 11)}-${name.slice(12, 14)}-01`;
  const clickMonths: Manifest['clickMonths'] = first === null || last === null ? null : [monthOf(first), monthOf(last)];
  return { takenAt: at.toISOString(), migrations, clickMonths };
}

type Table = Pick<SavedTable, 'name' | 'columns'>;

/** Tables as a whole (a partition is saved with its own), with their columns, except those that the database computes. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attname <> 'recorded_in'
     WHERE n.nspname IN ('public', 'graphile_worker') AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1)
     GROUP BY 1 ORDER BY 1`,
    [LEFT_OUT],
  );
  return rows;
}

async function saveTable(
  client: pg.Client,
  { name, columns }: Table,
  folder: string,
  write: FileWriter,
): Promise<SavedTable> {
  const file = `tables/${name}.copy.gz`;
  const hash = createHash('sha256');
  const copy = client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`));
  const compressed = createGzip({ level: 1 });
  await Promise.all([pipeline(copy, hashing(hash), compressed), write(compressed, path.join(folder, file))]);
  return { name, columns, rows: copy.rowCount, file, sha256: hash.digest('hex') };
}

async function sequencesOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value AS last FROM pg_sequences
     WHERE schemaname IN ('public', 'graphile_worker') AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}

/**
 * Removes the clicks that the snapshot has counted from the copied journals, because nothing else in a backup identifies
 * visitors.
 */
async function keepUncounted(client: pg.Client, journals: string): Promise<void> {
  const { rows } = await client.query<{ journal: string; position: string }>(
    'SELECT journal, position FROM click_journals',
  );
  const positions = new Map(rows.map(({ journal, position }) => [journal, Number(position)]));
  for (const name of await readdir(journals).catch(() => []))
    if (name !== 'refused') await trimJournal(path.join(journals, name), positions.get(name) ?? 0);
}

/**
 * Copies the existing files of these names. A file that disappears meanwhile was removed or replayed, and belongs to no backup.
 * @param copy copies a file, given its path and its name in the data folder, and returns its SHA-256
 * @returns the SHA-256 of each file, by its path in the backup
 */
async function copyFiles(
  dataDir: string,
  names: readonly string[],
  copy: (from: string, name: string) => Promise<string>,
): Promise<Record<string, string>> {
  const copied: Record<string, string> = {};
  for (const name of names) {
    const from = path.join(dataDir, name);
    const found = await stat(from).catch(() => null);
    if (found === null) continue;
    if (found.isDirectory()) {
      const inside = (await readdir(from)).map((entry) => path.join(name, entry));
      Object.assign(copied, await copyFiles(dataDir, inside, copy));
      continue;
    }
    const sha256 = await copy(from, name).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (sha256 !== null) copied[path.join('data', name)] = sha256;
  }
  return copied;
}

async function saveFile(from: string, to: string, write: FileWriter): Promise<string> {
  const hash = createHash('sha256');
  const source = createReadStream(from);
  // Before the folder is made, so that a file that has disappeared leaves nothing behind.
  await once(source, 'open');
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const hashed = hashing(hash);
  await Promise.all([pipeline(source, hashed), write(hashed, to)]);
  return hash.digest('hex');
}

/** Passes bytes on and adds them to a hash. */
const hashing = (hash: Hash) =>
  new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk as Buffer);
      done(null, chunk);
    },
  });
