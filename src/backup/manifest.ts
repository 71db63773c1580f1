import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A backup cannot be made, or the given one is missing or damaged. The message contains the reason. */
export class BackupFailed extends Error {}

/** A saved table: a gzip-compressed file in COPY's text format. */
export interface SavedTable {
  /** `public.users` */
  name: string;
  columns: string[];
  rows: number;
  file: string;
  /** SHA-256 of the uncompressed text. Equal rows have equal hashes. */
  sha256: string;
}

/** The contents of a backup's `manifest.json`. */
export interface Manifest {
  format: 1;
  /** Time of the snapshot. */
  takenAt: string;
  /** Names of the migrations that had been applied. */
  migrations: string[];
  tables: SavedTable[];
  /** The last assigned value of each sequence, by name. */
  sequences: Record<string, number>;
  /** First and last month with a partition of the click log, for example `2026-01-01`. */
  clickMonths: [string, string] | null;
  /** SHA-256 of each file of the data folder. */
  files: Record<string, string>;
}

export const MANIFEST = 'manifest.json';

/** @throws BackupFailed */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new BackupFailed(`${folder} contains no backup: ${MANIFEST} is missing.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new BackupFailed(`${folder} was created by another version of Tributary.`);
  return manifest;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
