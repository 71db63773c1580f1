import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../context.ts';
import { addressOf } from './address.ts';
import { installBinaries, removeOtherBinaries } from './binaries.ts';
import { ensureCluster, writeAccessRules } from './cluster.ts';
import { NotYetPossible } from './failures.ts';
import { type Home, returnToOwner } from './home.ts';
import { clearLeftovers, type ServerStart, startServer } from './server.ts';
import { replaceStalePid } from './server-file.ts';
import { type Durability, settingsArguments } from './settings.ts';
import { prepareSocketFolder, refuseForeignServer, removeSocketFiles } from './socket-folder.ts';

interface Launch {
  home: Home;
  durability: Durability;
  log: Logger;
  progress: (message: string) => void;
  signal: AbortSignal;
}

/** The maximum time that an earlier server may take to release its shared memory. */
const LEAVING_MS = 15_000;

/**
 * Starts a server where none runs, and prepares what it needs: binaries, data folder, password, socket folder. The
 * caller holds the start lock.
 * @throws EmbeddedDatabaseFailed
 */
export async function launch({ home, durability, log, progress, signal }: Launch): Promise<{
  child: ChildProcess;
  url: string;
}> {
  const binaries = await installBinaries(home.dir, (version) => progress(`Unpacking PostgreSQL ${version}`));
  await clearLeftovers(home.cluster);
  const socketFolder = await prepareSocketFolder(home);
  await refuseForeignServer(socketFolder);
  await replaceStalePid(home.cluster);
  const password = await ensureCluster(home, binaries, durability, () =>
    progress(`Making a new database in ${home.dir}`),
  );
  await removeSocketFiles(socketFolder);
  const url = addressOf(socketFolder, password);
  const args = settingsArguments(home, await writeAccessRules(home, durability), socketFolder, durability);
  const start: ServerStart = { ...home, postgres: binaries.postgres, args, url, signal };
  const child = await retryWhileLeaving(() => startServer(start, () => progress('PostgreSQL is still starting')));
  await removeOtherBinaries(home.dir, binaries).catch((error) =>
    log.warn({ err: error }, 'old PostgreSQL binaries could not be removed'),
  );
  await returnToOwner(home);
  return { child, url };
}

async function retryWhileLeaving<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LEAVING_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof NotYetPossible) || Date.now() > deadline) throw error;
    }
    await delay(200);
  }
}
