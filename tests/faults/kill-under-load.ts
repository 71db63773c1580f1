import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { type Audit, audit, makeDataDir, type Stopped, withDatabase } from './audit.ts';
import { type ClickMarket, makeClickMarket } from './click-market.ts';
import { reportOrders, type Store } from './reporting-stores.ts';
import { type ServerOptions, type ServerProcess, startServer, statusOf, waitUntil } from './server-process.ts';
import { type Shoppers, sendShoppers } from './shoppers.ts';

const CLIENTS = 32;
const SHOP_CLIENTS = 4;
const CLICKS_BETWEEN_KILLS = 400;
const ORDERS_BETWEEN_KILLS = 5;
const MAX_RANDOM_DELAY_MS = 150;

export interface KillArm {
  name: string;
  kills: number;
  /** Kills a process and returns the running server once the service works again. */
  kill: (server: ServerProcess, options: ServerOptions) => Promise<ServerProcess>;
  /** A planted fault, loaded into the server. */
  preload?: string;
  /** A planted fault, in the database. */
  sql?: string;
}

export interface KillResult extends Audit, Stopped {
  shoppers: Shoppers;
  shop: Store;
  /** The longest time until the service worked again. */
  backMs: number;
}

/** Kills repeatedly while clicks and orders arrive, and compares the acknowledged clicks and orders with the recorded ones. */
export async function killUnderLoad(arm: KillArm): Promise<KillResult> {
  const { dataDir, remove } = await makeDataDir();
  try {
    const market = await withDatabase(dataDir, async (pool) => {
      if (arm.sql) await pool.query(arm.sql);
      return makeClickMarket(pool);
    });
    const load = await loadAndKill(arm, dataDir, market);
    const result = await withDatabase(dataDir, (pool) => audit(pool, load.shoppers, load.shop));
    return { ...result, ...load };
  } finally {
    await remove();
  }
}

async function loadAndKill(arm: KillArm, dataDir: string, { codes, activationKey }: ClickMarket) {
  const options = { port: await freePort(), dataDir, ...(arm.preload ? { preload: arm.preload } : {}) };
  let server = await startServer(options);
  for (const code of codes) await statusOf(options.port, `/r/${code}`);
  const shoppers = sendShoppers({ clients: CLIENTS, ports: [options.port], codes });
  const click = () => shoppers.acknowledged.at(-1);
  const store = reportOrders({ clients: SHOP_CLIENTS, port: options.port, activationKey, click });
  let backMs = 0;
  let stopped: number | null = null;
  try {
    for (let kill = 1; kill <= arm.kills; kill++) {
      await waitForMore(shoppers, store);
      await delay(Math.random() * MAX_RANDOM_DELAY_MS);
      const began = performance.now();
      server = await arm.kill(server, options);
      backMs = Math.max(backMs, performance.now() - began);
    }
    await waitForMore(shoppers, store);
  } finally {
    await Promise.all([shoppers.stop(), store.stop()]);
    stopped = await server.stop();
  }
  return { shoppers, shop: store, backMs, stopped };
}

async function waitForMore(shoppers: Shoppers, store: Store): Promise<void> {
  const clicks = shoppers.acknowledged.length + CLICKS_BETWEEN_KILLS;
  const orders = store.acknowledged.length + ORDERS_BETWEEN_KILLS;
  await waitUntil(
    'clicks and orders go on',
    async () => shoppers.acknowledged.length >= clicks && store.acknowledged.length >= orders,
  );
}

/** The result of one run as a row of the table. */
export function rowOf(arm: KillArm, result: KillResult): Record<string, string | number> {
  return {
    arm: arm.name,
    kills: arm.kills,
    'clicks acknowledged': result.shoppers.acknowledged.length,
    lost: result.lost,
    doubled: result.doubled,
    'orders acknowledged': result.shop.acknowledged.length,
    'orders lost': result.ordersLost,
    'orders doubled': result.ordersDoubled,
    'totals off, caps overrun': result.faults.length,
    'back ms, at worst': Math.round(result.backMs),
  };
}
