import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../faults/audit.ts';
import { makeClickMarket } from '../faults/click-market.ts';
import { startServer, waitingSpoolFiles, waitUntil } from '../faults/server-process.ts';
import { sendShoppers } from '../faults/shoppers.ts';
import { freePort } from '../harness/free-port.ts';
import type { Check } from './checks.ts';

const ALONE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Two processes that do not see each other, as in two containers, on one data folder, which is wrong and must be safe all the same: each takes the
 * other for dead and its spool for left behind.
 */
export const sharedFolder: Check = async (fleet) => {
  if (spawnSync(ALONE[0]!, [...ALONE.slice(1), 'true']).status !== 0)
    return 'SKIPPED: no pid namespaces here (Linux and root)';
  const { pool, members } = fleet;
  const before = (await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM clicks')).rows[0]!.n;
  const { codes } = await makeClickMarket(pool);
  const dataDir = path.join(path.dirname(members[0]!.dataDir), 'shared-by-two');
  await mkdir(dataDir);
  const ways = [members[0]!.database, members[1]!.database] as const;
  const ports = [await freePort(), await freePort()];
  const servers = await Promise.all(
    ports.map((port, index) => startServer({ port, dataDir, databaseUrl: ways[index]!.url, within: ALONE })),
  );
  let takenOver = 0;
  try {
    const shoppers = sendShoppers({ clients: 16, pauseMs: 2, ports, codes });
    const clicks = async (enough: number) => {
      const goal = shoppers.acknowledged.length + enough;
      await waitUntil('clicks go on', async () => shoppers.acknowledged.length >= goal);
    };
    await clicks(200);
    for (let round = 0; round < 6; round++) {
      for (const way of ways) await way.cut();
      await waitUntil('both spool', async () => (await waitingSpoolFiles(dataDir)) >= 2);
      await clicks(200);
      // One has its database back, and finds a file that the other one is still writing.
      const first = round % 2;
      await ways[first]!.restore();
      await clicks(400);
      await ways[1 - first]!.restore();
      takenOver += 1;
      await waitUntil('the spool is replayed', async () => (await waitingSpoolFiles(dataDir)) === 0);
    }
    await clicks(200);
    await shoppers.stop();
    const { lost, doubled, faults } = await audit(pool, { ...shoppers, sent: shoppers.sent + before });
    assert.deepEqual({ lost, doubled, faults }, { lost: 0, doubled: 0, faults: [] });
    return `${takenOver} spools taken over while they were written: ${shoppers.acknowledged.length} acknowledged, 0 lost, 0 doubled`;
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
};
