import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupFailed, ENCRYPTED, type FileReader } from './manifest.ts';

/** Writes a stream into a new file of a backup. */
export type FileWriter = (source: Readable, file: string) => Promise<void>;

/**
 * Returns the writer of a backup's files.
 * @param recipient a public key of age (`age1…`), for which each file is encrypted and named `….age`; null: files are written as they are
 * @throws BackupFailed when the recipient is no public key
 */
export function fileWriter(recipient: string | null): FileWriter {
  const write = (source: Readable, file: string) =>
    pipeline(source, createWriteStream(file, { mode: 0o600, flush: true }));
  if (recipient === null) return write;
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new BackupFailed('BACKUP_RECIPIENT is no public key of age (age1…).');
  }
  return async (source, file) => {
    const encrypted = await encrypter.encrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>);
    await write(Readable.fromWeb(encrypted as unknown as ReadableStream), `${file}${ENCRYPTED}`);
  };
}

/**
 * Returns the reader of a backup's files.
 * @param identityFile a file with private keys of age (`AGE-SECRET-KEY-1…`), as `age-keygen` writes it; null: the backup is not encrypted
 * @throws BackupFailed when the file contains no private key
 */
export async function fileReader(identityFile: string | null): Promise<FileReader> {
  if (identityFile === null) return async (file) => createReadStream(file);
  const decrypter = new Decrypter();
  const keys = (await readFile(identityFile, 'utf8')).split(/\r?\n/).filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (keys.length === 0) throw new BackupFailed(`${identityFile} contains no private key of age (AGE-SECRET-KEY-1…).`);
  try {
    for (const key of keys) decrypter.addIdentity(key.trim());
  } catch {
    throw new BackupFailed(`${identityFile} contains a damaged private key of age.`);
  }
  return async (file) => {
    const encrypted = createReadStream(`${file}${ENCRYPTED}`);
    const clear = await decrypter.decrypt(Readable.toWeb(encrypted) as globalThis.ReadableStream<Uint8Array>);
    return Readable.fromWeb(clear as unknown as ReadableStream);
  };
}
