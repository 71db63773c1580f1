import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

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

/** The ending of encrypted files, as `age` names them. */
export const ENCRYPTED = '.age';

/** Opens a file of a backup for reading. */
export type FileReader = (file: string) => Promise<Readable>;

export const MANIFEST = 'manifest.json';

/**
 * The files of a data folder with keys and tokens. They are not in a backup unless asked for, because with them its reader can decrypt what the
 * database has encrypted.
 */
export const KEY_FILES = ['service-api-key', 'encryption-key', 'demo.json'];

/** Whether the backup contains the key that decrypts its secrets. */
export function hasVaultKey({ files }: Manifest): boolean {
  return files[path.join('data', 'encryption-key')] !== undefined;
}

/** Whether a folder contains an encrypted backup. @throws BackupFailed when it contains none */
export async function isEncrypted(folder: string): Promise<boolean> {
  const exists = (file: string) =>
    stat(path.join(folder, file)).then(
      () => true,
      () => false,
    );
  if (await exists(`${MANIFEST}${ENCRYPTED}`)) return true;
  if (await exists(MANIFEST)) return false;
  throw new BackupFailed(`${folder} contains no backup: ${MANIFEST} is missing.`);
}

/** @throws BackupFailed when the manifest cannot be decrypted or belongs to another version */
export async function readManifest(folder: string, read: FileReader): Promise<Manifest> {
  const content = await read(path.join(folder, MANIFEST))
    .then(text)
    .catch((cause) => {
      throw new BackupFailed(`${MANIFEST} cannot be read: it is damaged, or encrypted for another key.`, { cause });
    });
  const manifest = JSON.parse(content) as Manifest;
  if (manifest.format !== 1) throw new BackupFailed(`${folder} was created by another version of Tributary.`);
  return manifest;
}

/** The SHA-256 of what a stream contains, as hexadecimal digits. */
export async function sha256Of(content: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
