import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A backup that cannot be made, or is none, or is damaged; the message says which. */
export class BackupFailed extends Error {}

/** A table as it was: a file of COPY's text format, gzip around it. */
export interface SavedTable {
  /** `public.users` */
  name: string;
  columns: string[];
  rows: number;
  file: string;
  /** SHA-256 of the text within: the same rows have the same. */
  sha256: string;
}

/** What a backup says of itself, in `manifest.json`. */
export interface Manifest {
  format: 1;
  /** When its snapshot was taken. */
  takenAt: string;
  /** Names of the migrations that the tables were of. */
  migrations: string[];
  tables: SavedTable[];
  /** By name, the last value that was given out. */
  sequences: Record<string, number>;
  /** First and last month that the click log had a partition of, as `2026-01-01`. */
  clickMonths: [string, string] | null;
  /** Files of the data folder, with SHA-256. */
  files: Record<string, string>;
}

export const MANIFEST = 'manifest.json';

/** @throws BackupFailed */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new BackupFailed(`${folder} holds no backup: there is no ${MANIFEST}.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new BackupFailed(`${folder} was made by another version of Tributary.`);
  return manifest;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
