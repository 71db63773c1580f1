import { backUp } from '../backup/back-up.ts';
import type { Manifest } from '../backup/manifest.ts';
import { restore } from '../backup/restore.ts';
import type { Config } from '../config.ts';
import { eraseUser } from '../modules/accounts/index.ts';
import type { OpenDatabase } from '../open-database.ts';
import type { Logger } from '../platform/context.ts';
import { checkDatabase } from '../platform/database/check-database.ts';
import { startEmbeddedDatabase } from '../platform/database/embedded/embedded-database.ts';
import { NotFound } from '../platform/errors/errors.ts';

/** Backs up the database and the data folder beside a running server. @returns a sentence */
export async function backUpTo(folder: string, database: OpenDatabase, { dataDir }: Config): Promise<string> {
  return `Saved to ${folder}: ${contentsOf(await backUp({ url: database.url, dataDir }, folder))}.`;
}

/** Restores into an empty database. Starts the embedded database if needed. @returns a sentence */
export async function restoreFrom(
  folder: string,
  { databaseUrl, dataDir }: Config,
  log: Logger,
  announce: (sentence: string) => void,
): Promise<string> {
  const own = databaseUrl === null ? await startEmbeddedDatabase({ dataDir, log, onProgress: announce }) : null;
  try {
    if (databaseUrl !== null) await checkDatabase(databaseUrl);
    const manifest = await restore({ url: own?.url ?? databaseUrl!, dataDir, log }, folder);
    return `Restored what was saved at ${manifest.takenAt}: ${contentsOf(manifest)}. Check it: npm run audit`;
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
