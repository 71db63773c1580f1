import { backUp } from '../backup/back-up.ts';
import { hasVaultKey, type Manifest } from '../backup/manifest.ts';
import { restore } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { eraseUser } from '../modules/accounts/index.ts';
import type { OpenDatabase } from '../open-database.ts';
import { openVault } from '../open-vault.ts';
import type { Logger } from '../platform/context.ts';
import { checkDatabase } from '../platform/database/check-database.ts';
import { startEmbeddedDatabase } from '../platform/database/embedded/embedded-database.ts';
import { NotFound } from '../platform/errors/errors.ts';
import { hasUnsealed } from '../platform/secrets/sealed-columns.ts';

/**
 * Backs up the database and the data folder beside a running server, encrypted for `BACKUP_RECIPIENT` if it is set.
 * @param withKeys whether the backup also contains the keys and tokens of the data folder
 * @returns sentences: the contents, whether the backup is encrypted, and whether it contains the keys
 * @throws BackupFailed; EncryptionKeyRefused when secrets of an earlier version must be encrypted first, and the key is missing
 */
export async function backUpTo(
  folder: string,
  database: OpenDatabase,
  { withKeys, config }: { withKeys: boolean; config: Config },
): Promise<string> {
  if (await hasUnsealed(database.db)) await openVault(config, database.db);
  const { dataDir, backupRecipient: recipient } = config;
  const manifest = await backUp({ url: database.url, dataDir, recipient, withKeys }, folder);
  const encryption =
    recipient === null ? 'It is not encrypted (BACKUP_RECIPIENT is not set).' : `It is encrypted for ${recipient}.`;
  const keys = withKeys
    ? 'It contains the keys and tokens of the data folder: its reader can decrypt all secrets.'
    : 'It contains no keys: keep ENCRYPTION_KEY (or the file encryption-key of DATA_DIR) elsewhere, because encrypted secrets cannot be read without it.';
  return `Saved to ${folder}: ${contentsOf(manifest)}. ${encryption} ${keys}`;
}

/**
 * Restores into an empty database. Starts the embedded database if needed.
 * @param identityFile the private key of an encrypted backup, or null
 * @returns sentences: the contents, and what is to be done with the key
 */
export async function restoreFrom(
  { folder, identityFile }: { folder: string; identityFile: string | null },
  { databaseUrl, dataDir }: Config,
  log: Logger,
  announce: (sentence: string) => void,
): Promise<string> {
  const own = databaseUrl === null ? await startEmbeddedDatabase({ dataDir, log, onProgress: announce }) : null;
  try {
    if (databaseUrl !== null) await checkDatabase(databaseUrl);
    const manifest = await restore({ url: own?.url ?? databaseUrl!, dataDir, log, identityFile }, folder);
    const keys = hasVaultKey(manifest)
      ? `The keys were restored into ${dataDir}.`
      : 'The backup contains no encryption key: before the start, set ENCRYPTION_KEY to the key of the saved server, or copy its file encryption-key into DATA_DIR.';
    return `Restored what was saved at ${manifest.takenAt}: ${contentsOf(manifest)}. ${keys} Check it: npm run audit`;
  } finally {
    await own?.stop();
  }
}

function contentsOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const clicks = tables.find(({ name }) => name === 'public.clicks')?.rows ?? 0;
  return `${tables.length} tables, ${rows} rows, ${clicks} of them clicks, and ${Object.keys(files).length} files`;
}

/**
 * Erases the user with an id or e-mail address. @returns a sentence @throws NotFound; RuleRefused
 * `last_administrator`
 */
export async function eraseBy(who: string, { db, pool }: OpenDatabase): Promise<string> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM users WHERE lower(email) = lower($1) OR id::text = $1',
    [who],
  );
  if (rows[0] === undefined) throw new NotFound('user');
  const { id, erasedAt } = await eraseUser({ db, now: () => new Date() }, { userId: rows[0].id, actorId: null });
  return `User ${id} is erased, since ${erasedAt.toISOString()}.`;
}
