/**
 * The disk is full: PostgreSQL, the click journal and all of DATA_DIR are on a small tmpfs that is filled during a load of clicks and
 * orders, and then freed. Every acknowledged click and order is recorded, and the same server recovers without a restart.
 *
 *   npx tsx tests/faults/disk-full.ts [seconds full = 8]
 *
 * Requires root to mount the tmpfs; without root it prints a message and ends with 0. Control: for a server that acknowledges clicks
 * before they are recorded, the check must find a loss.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { audit, objectionsTo, printTable, withDatabase } from './audit.ts';
import { makeClickMarket } from './click-market.ts';
import { reportOrders } from './reporting-stores.ts';
import { metricOf, startServer, statusOf, waitUntil } from './server-process.ts';
import { sendShoppers } from './shoppers.ts';
import { mountSmallDisk } from './small-disk.ts';
import { conclude } from './verdict.ts';

const [fullSeconds = 8] = process.argv.slice(2).map(Number);
const DISK_MB = 400;
/** Free space after the disk is filled: a few more seconds of clicks. */
const SPARE_BYTES = 256 * 1024;

/** The number of clicks that the server could not store anywhere. */
const refusedClicks = (port: number) => metricOf(port, 'tributary_clicks_refused_total');

async function runArm(preload?: string) {
  const disk = await mountSmallDisk(DISK_MB);
  if (disk === null) return null;
  try {
    const dataDir = path.join(disk.folder, 'data');
    const { codes, activationKey } = await withDatabase(dataDir, makeClickMarket);
    const port = await freePort();
    const server = await startServer({ port, dataDir, ...(preload === undefined ? {} : { preload }) });
    for (const code of codes) await statusOf(port, `/r/${code}`);
    const shoppers = sendShoppers({ clients: 32, ports: [port], codes });
    const store = reportOrders({ clients: 4, port, activationKey, click: () => shoppers.acknowledged.at(-1) });
    await waitUntil('clicks come', async () => shoppers.acknowledged.length > 500);
    await disk.fill(SPARE_BYTES);
    // PostgreSQL first uses its existing WAL files. The replies to shoppers differ between the two runs.
    await waitUntil('neither the journal nor the database takes clicks', async () => (await refusedClicks(port)) > 0);
    await delay(fullSeconds * 1_000);
    const began = performance.now();
    const before = { clicks: shoppers.acknowledged.length, orders: store.acknowledged.length };
    await disk.free();
    await waitUntil('clicks and orders are taken again, and clicks are counted', async () => {
      const goesOn = shoppers.acknowledged.length > before.clicks && store.acknowledged.length > before.orders;
      return goesOn && (await metricOf(port, 'tributary_click_database_unavailable')) === 0;
    });
    const backMs = performance.now() - began;
    await Promise.all([shoppers.stop(), store.stop()]);
    const stopped = await server.stop();
    const result = await withDatabase(dataDir, (pool) => audit(pool, shoppers, store));
    return { ...result, shoppers, shop: store, backMs, stopped };
  } finally {
    await disk.remove();
  }
}

const held = await runArm();
if (held === null) {
  console.log('Skipped: a tmpfs cannot be mounted here (that needs root on Linux).');
} else {
  const planted = (await runArm('./acknowledge-first.ts'))!;
  const rowOf = (arm: string, { shoppers, shop: store, ...result }: typeof held) => ({
    arm,
    'clicks acknowledged': shoppers.acknowledged.length,
    lost: result.lost,
    doubled: result.doubled,
    'answered otherwise': JSON.stringify(Object.fromEntries(shoppers.failures)),
    'orders acknowledged': store.acknowledged.length,
    'orders lost': result.ordersLost,
    'orders refused': JSON.stringify(Object.fromEntries(store.failures)),
    'back ms': Math.round(result.backMs),
  });
  printTable([rowOf('disk full', held), rowOf('control: acknowledged before recorded', planted)]);
  const wrong = objectionsTo(held);
  const strange = [...held.shoppers.failures.keys(), ...held.shop.failures.keys()].filter((status) => status !== 503);
  if (strange.length > 0) wrong.push(`answered ${[...new Set(strange)].join(', ')}`);
  if (planted.lost === 0) wrong.push('the control was not detected');
  conclude(wrong);
}
