import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import pino from 'pino';
import type { Config } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { openDatabase } from './open-database.ts';
import { loggerOptions } from './platform/http/request-log.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { withFreePort } from './with-free-port.ts';

/** Longer than a worker gives itself. */
const STOP_TIMEOUT_MS = 25_000;
const RESTART_MS = 500;

/** A worker ended before it listened, after logging the reason. */
export class WorkerFailed extends Error {}

/**
 * Runs `WORKERS` processes of the whole service on one port until SIGTERM or SIGINT. Each has its own click journal. The database
 * belongs to this process, so it outlives every worker. A worker that ends is replaced, and the new one records the clicks of its
 * journal before it listens.
 * @throws WorkerFailed, and errors of `openDatabase`
 */
export async function superviseWorkers(given: Config, announce: (sentence: string) => void): Promise<void> {
  const log = pino(loggerOptions(given.logLevel));
  await prepareDataFolder(given.dataDir, { isPrivate: given.databaseUrl !== null });
  const config = await withFreePort(given);
  const database = await openDatabase(config, log, announce);
  const environment = { PORT: String(config.port), PUBLIC_URL: config.publicUrl };
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await stopWorkers();
    await database.close();
  };
  const start = () => startWorker(environment);
  const replace = async (): Promise<void> => {
    if (isStopping) return;
    await start().catch(async (error) => {
      if (isStopping) return;
      log.error({ err: error }, 'a worker could not be replaced; trying again');
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      return replace();
    });
  };
  // One that ends before it listens is reported by `start`.
  const serving = new Set<number>();
  cluster.on('listening', ({ id }) => serving.add(id));
  cluster.on('exit', ({ id, process: { pid } }, code, signal) => {
    if (!serving.delete(id) || isStopping) return;
    log.error({ pid, code, signal }, 'a worker has ended and is replaced');
    void replace();
  });
  stopOnSignal(stop, { graceMs: STOP_TIMEOUT_MS, log, announce });
  try {
    // The first one loads the demo into an empty database.
    await start();
    await Promise.all(Array.from({ length: config.workers - 1 }, start));
  } catch (error) {
    if (isStopping) return;
    await stop();
    throw error;
  }
}

/** Starts a worker and waits until it listens. @throws WorkerFailed when it ends first */
async function startWorker(environment: Record<string, string>): Promise<void> {
  const worker = cluster.fork(environment);
  const given = new AbortController();
  const listening = once(worker, 'listening', { signal: given.signal }).then(() => true);
  const ended = once(worker, 'exit', { signal: given.signal }).then(() => false);
  const isListening = await Promise.race([listening, ended]);
  given.abort();
  await Promise.allSettled([listening, ended]);
  if (!isListening) throw new WorkerFailed('A worker did not start. Its log contains the reason.');
}

/** Stops all workers and waits for them. Workers that do not end in time are killed. */
async function stopWorkers(): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
  const timer = setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL');
  }, STOP_TIMEOUT_MS - 1_000);
  await Promise.all(
    workers.map(async (worker) => {
      if (worker.isDead()) return;
      const exited = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      await exited;
    }),
  );
  clearTimeout(timer);
}
