import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { endProcessesWithin } from '../../src/platform/database/embedded/processes.ts';

/** Kills all processes of the PostgreSQL in this data folder at once, without a clean shutdown. */
export async function killPostgres(dataDir: string): Promise<void> {
  const cluster = await clusterIn(dataDir);
  const postmaster = Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(postmaster, 'SIGKILL');
  endProcessesWithin(cluster, 'SIGKILL');
}

async function clusterIn(dataDir: string): Promise<string> {
  const pointer = await fs.readFile(path.join(dataDir, 'database.location'), 'utf8').catch(() => null);
  return fs.realpath(path.join(pointer?.trim() ?? path.join(dataDir, 'database'), 'cluster'));
}
