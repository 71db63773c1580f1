import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { audit } from '../faults/audit.ts';
import { makeClickMarket } from '../faults/click-market.ts';
import { startServer, waitingClicks, waitUntil } from '../faults/server-process.ts';
import { sendShoppers } from '../faults/shoppers.ts';
import { freePort } from '../harness/free-port.ts';
import type { Check } from './checks.ts';

const ALONE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/**
 * Two processes that do not see each other, as in two containers, on one data folder. This is a misconfiguration that must be safe
 * nevertheless: each considers the other's journal left behind, carries it, and leaves its files unchanged. A third process starts on
 * the folder several times.
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
    for (let round = 0; round < 3; round++) {
      for (const way of ways) await way.cut();
      for (const port of ports) await waitUntil('clicks wait', async () => (await waitingClicks(port)) > 0);
      await clicks(200);
      // One process has its database back, and a third one carries the clicks that both are still writing.
      const first = round % 2;
      await ways[first]!.restore();
      const url = ways[first]!.url;
      const third = await startServer({ port: await freePort(), dataDir, databaseUrl: url, within: ALONE });
      await third.kill();
      await clicks(400);
      await ways[1 - first]!.restore();
      takenOver += 1;
      for (const port of ports) await waitUntil('clicks are counted', async () => (await waitingClicks(port)) === 0);
    }
    await clicks(200);
    await shoppers.stop();
    const { lost, doubled, faults } = await audit(pool, { ...shoppers, sent: shoppers.sent + before });
    assert.deepEqual({ lost, doubled, faults }, { lost: 0, doubled: 0, faults: [] });
    return `${takenOver} × two journals carried by a third process while they were written: ${shoppers.acknowledged.length} acknowledged, 0 lost, 0 doubled`;
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
};
