import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { audit, makeDataDir, objectionsTo, withDatabase } from '../faults/audit.ts';
import { makeClickMarket } from '../faults/click-market.ts';
import { startServer, statusOf, waitUntil } from '../faults/server-process.ts';
import { sendShoppers } from '../faults/shoppers.ts';
import { freePort } from '../harness/free-port.ts';

const WORKERS = 2;
const TIMEOUT_MS = 300_000;

/** The Node.js processes that a process has started. */
async function workersOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = text.trim().split(/\s+/).filter(Boolean).map(Number);
  const commands = await Promise.all(pids.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, at) => commands[at]!.includes('dist/main.js'));
}

test.skipIf(process.platform !== 'linux')(
  'workers share a port; a killed one is replaced, its clicks are carried, and all stop gracefully',
  { timeout: TIMEOUT_MS },
  async () => {
    const { dataDir, remove } = await makeDataDir();
    try {
      const { codes } = await withDatabase(dataDir, makeClickMarket);
      const port = await freePort();
      const server = await startServer({ port, dataDir, environment: { WORKERS: String(WORKERS) } });
      let before: number[] = [];
      await waitUntil('all workers run', async () => {
        before = await workersOf(server.pid);
        return before.length === WORKERS;
      });
      const shoppers = sendShoppers({ clients: 8, ports: [port], codes, pauseMs: 10 });
      await waitUntil('shoppers are sent on', async () => shoppers.acknowledged.length > 100);
      process.kill(before[0]!, 'SIGKILL');
      await waitUntil('another one takes its place', async () => {
        const now = await workersOf(server.pid);
        return now.length === WORKERS && !now.includes(before[0]!);
      });
      const so = shoppers.acknowledged.length;
      await waitUntil('shoppers are sent on', async () => shoppers.acknowledged.length > so + 100);
      await shoppers.stop();
      expect(await statusOf(port, '/v2/health')).toBe(200);
      expect(await server.stop()).toBe(0);
      const left = await Promise.all(before.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
      expect(left.filter((command) => command.includes('dist/main.js'))).toEqual([]);
      expect(objectionsTo(await withDatabase(dataDir, (pool) => audit(pool, shoppers)))).toEqual([]);
    } finally {
      await remove();
    }
  },
);
