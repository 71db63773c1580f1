import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { trimJournal } from '../modules/clicks/index.ts';
import { BackupFailed, MANIFEST, type Manifest, type SavedTable, sha256Of } from './manifest.ts';
import { openForWholeTables } from './whole-tables.ts';

/**
 * The files of a data folder. The click journals are copied before the snapshot, which contains their positions. A click that is
 * in both is therefore recorded once.
 */
const WAITING = ['clicks', 'spool'];
const FILES = ['files', 'service-api-key', 'encryption-key', 'demo.json'];

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

/**
 * Saves the database and the files of the data folder into a new folder, while the server keeps running. All tables show the same
 * moment. The folder receives its final name when the backup is complete.
 * @throws BackupFailed when the folder already exists
 */
export async function backUp({ url, dataDir }: { url: string; dataDir: string }, folder: string): Promise<Manifest> {
  if ((await stat(folder).catch(() => null)) !== null) throw new BackupFailed(`${folder} exists already.`);
  const draft = `${folder}.partial`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 });
  const client = await openForWholeTables(url);
  try {
    await copyFiles(dataDir, draft, WAITING);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const described = await describe(client);
    const tables: SavedTable[] = [];
    for (const table of await tablesOf(client)) tables.push(await saveTable(client, table, draft));
    // Read after the tables, so that an assigned number is never assigned again.
    const sequences = await sequencesOf(client);
    const waiting = await keepUncounted(client, draft);
    await client.query('COMMIT');
    const files = { ...waiting, ...(await copyFiles(dataDir, draft, FILES)) };
    const manifest: Manifest = { format: 1, ...described, tables, sequences, files };
    await writeFile(path.join(draft, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
    await rename(draft, folder);
    return manifest;
  } finally {
    await client.end();
  }
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

async function saveTable(client: pg.Client, { name, columns }: Table, folder: string): Promise<SavedTable> {
  const file = `tables/${name}.copy.gz`;
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk as Buffer);
      done(null, chunk);
    },
  });
  const copy = client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`));
  const kept = createWriteStream(path.join(folder, file), { mode: 0o600, flush: true });
  await pipeline(copy, hashing, createGzip({ level: 1 }), kept);
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
 * @returns the remaining files, with their checksums
 */
async function keepUncounted(client: pg.Client, folder: string): Promise<Record<string, string>> {
  const { rows } = await client.query<{ journal: string; position: string }>(
    'SELECT journal, position FROM click_journals',
  );
  const positions = new Map(rows.map(({ journal, position }) => [journal, Number(position)]));
  const journals = path.join(folder, 'data', 'clicks');
  for (const name of await readdir(journals).catch(() => []))
    if (name !== 'refused') await trimJournal(path.join(journals, name), positions.get(name) ?? 0);
  const waiting: Record<string, string> = {};
  for (const entry of await readdir(path.join(folder, 'data'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    waiting[path.relative(folder, file)] = await sha256Of(file);
  }
  return waiting;
}

/**
 * Copies the existing files of these names. A file that disappears meanwhile was removed or replayed, and belongs to no backup.
 */
async function copyFiles(dataDir: string, folder: string, names: readonly string[]): Promise<Record<string, string>> {
  const copied: Record<string, string> = {};
  for (const name of names) {
    const from = path.join(dataDir, name);
    const found = await stat(from).catch(() => null);
    if (found === null) continue;
    if (found.isDirectory()) {
      const inside = (await readdir(from)).map((entry) => path.join(name, entry));
      Object.assign(copied, await copyFiles(dataDir, folder, inside));
      continue;
    }
    const to = path.join('data', name);
    await mkdir(path.dirname(path.join(folder, to)), { recursive: true, mode: 0o700 });
    const isThere = await copyFile(from, path.join(folder, to)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (isThere) copied[to] = await sha256Of(path.join(folder, to));
  }
  return copied;
}
