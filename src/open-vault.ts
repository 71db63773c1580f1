import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import { createVault, parseVaultKey, type Vault } from './platform/secrets/vault.ts';

/**
 * Opens the vault with the configured keys. Without a key it uses `encryption-key` in the data folder, and creates that file (mode 0600) when there
 * is none. Processes that share a database need the same key.
 * @throws Error when the file is no key
 */
export async function openVault(
  config: Pick<Config, 'dataDir' | 'encryptionKey' | 'previousEncryptionKey'>,
): Promise<Vault> {
  const current = config.encryptionKey === null ? await ownKey(config.dataDir) : parseVaultKey(config.encryptionKey)!;
  const previous = config.previousEncryptionKey === null ? [] : [parseVaultKey(config.previousEncryptionKey)!];
  return createVault([current, ...previous]);
}

/** A key is never replaced: two processes that start at once agree on the file that was linked first. */
async function ownKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'encryption-key');
  const known = await readKey(file);
  if (known !== null) return known;
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
  if (key === null) throw new Error(`${file} is no key. Restore it from a backup: it encrypts payout accounts.`);
  return key;
}
