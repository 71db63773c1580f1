import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import { isSealedByOthers } from './modules/payouts/index.ts';
import type { Database } from './platform/database/database.ts';
import { claimKey, readKeyId } from './platform/secrets/claim-key.ts';
import { sealUnsealed } from './platform/secrets/sealed-columns.ts';
import { createVault, parseVaultKey, type Vault, vaultKeyId } from './platform/secrets/vault.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** The process has no key, or another one than the database was encrypted with. The message names the remedy. */
export class EncryptionKeyRefused extends Error {
  override readonly name = 'EncryptionKeyRefused';
}

const MISSING =
  'ENCRYPTION_KEY is missing. All processes of an external database (DATABASE_URL) need the same key. Create one with `openssl rand -base64 32`, and keep it apart from the backups.';

const LOST =
  'The encryption key of this database is missing: DATA_DIR contains no file encryption-key. Copy the file from the data folder in which it was generated, or set ENCRYPTION_KEY to its content.';

const OTHER =
  'ENCRYPTION_KEY is not the key of this database. Set it to the key of the other processes (the content of `encryption-key` in the data folder of the first one, unless it was configured). To replace the key, also set ENCRYPTION_KEY_PREVIOUS to the former one.';

/**
 * Opens the vault with the configured keys, which must be those of the database. Without a configured key it uses the file
 * `encryption-key` in the data folder. Only for the embedded database, it creates that file (mode 0600) when there is none.
 * Secrets that an earlier version has stored in clear are encrypted before it returns.
 * @throws EncryptionKeyRefused; Error when the file is no key
 */
export async function openVault(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'encryptionKey' | 'previousEncryptionKey'>,
  db: Database,
): Promise<Vault> {
  const current = config.encryptionKey === null ? await ownKey(config, db) : parseVaultKey(config.encryptionKey)!;
  const previous = config.previousEncryptionKey === null ? [] : [parseVaultKey(config.previousEncryptionKey)!];
  await claimDatabase(db, vaultKeyId(current), previous.map(vaultKeyId));
  const vault = createVault([current, ...previous]);
  await sealUnsealed(db, vault, SEALED_COLUMNS);
  return vault;
}

/**
 * Whether the configured key, or the one that it replaces, is that of the database. Changes nothing.
 * @returns null for a database without a key, which the first start records
 */
export async function isKeyOfDatabase(
  { encryptionKey, previousEncryptionKey }: { encryptionKey: string; previousEncryptionKey: string | null },
  db: Database,
): Promise<boolean | null> {
  const known = await readKeyId(db);
  if (known === null) return null;
  return [encryptionKey, previousEncryptionKey].some(
    (key) => key !== null && vaultKeyId(parseVaultKey(key)!).equals(known),
  );
}

/**
 * Records the key as that of the database. A database that was encrypted before keys were recorded is used only with keys that decrypt it.
 * @throws EncryptionKeyRefused
 */
async function claimDatabase(db: Database, current: Buffer, previous: readonly Buffer[]): Promise<void> {
  await db.transaction(async (tx) => {
    const claim = await claimKey(tx, { current, previous });
    const isOther = claim === 'refused' || (claim === 'first' && (await isSealedByOthers(tx, [current, ...previous])));
    if (isOther) throw new EncryptionKeyRefused(OTHER);
  });
}

/** A key is never replaced: two processes that start at once agree on the file that was linked first. */
async function ownKey(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  db: Database,
): Promise<Buffer> {
  const file = path.join(dataDir, 'encryption-key');
  const known = await readKey(file);
  if (known !== null) return known;
  if (databaseUrl !== null) throw new EncryptionKeyRefused(MISSING);
  if ((await readKeyId(db)) !== null) throw new EncryptionKeyRefused(LOST);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return (await readKey(file))!;
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = parseVaultKey(text.trim());
  if (key === null)
    throw new Error(`${file} is no key. Restore it from a backup: it encrypts secrets of the database.`);
  return key;
}
