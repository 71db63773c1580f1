/**
 * Kills the server, and then PostgreSQL, under a load of clicks, again and again, and compares what shoppers were told with what is
 * recorded. Two arms with a planted fault show that the comparison finds loss when there is any.
 *
 *   npx tsx tests/faults/kill-server.ts [kills of the server = 20] [kills of PostgreSQL = 5]
 *
 * Prints a table; exit code 1 when anything acknowledged is lost or doubled, totals disagree, or a planted fault is not found.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createMarket } from '../harness/market.ts';
import { type Audit, audit, makeDataDir, printTable, withDatabase } from './audit.ts';
import {
  freePort,
  killPostgres,
  type ServerProcess,
  startServer,
  statusOf,
  waitingSpoolFiles,
} from './server-process.ts';
import { type Shoppers, sendShoppers } from './shoppers.ts';

const [serverKills = 20, postgresKills = 5] = process.argv.slice(2).map(Number);
const CONTROL_KILLS = 4;
const CLIENTS = 32;
const LINKS = 40;
const CLICKS_BETWEEN_KILLS = 400;
const MOST_RANDOM_DELAY_MS = 150;
const LONGEST_WAIT_MS = 30_000;
const BACK_WITHIN_MS = 10_000;

interface Arm {
  name: string;
  kills: number;
  killed: 'server' | 'PostgreSQL';
  /** True for an arm whose planted fault has to be found. */
  mustLose: boolean;
  preload?: string;
  prepare?: string;
}

const ARMS: Arm[] = [
  { name: 'server killed', kills: serverKills, killed: 'server', mustLose: false },
  { name: 'PostgreSQL killed', kills: postgresKills, killed: 'PostgreSQL', mustLose: false },
  {
    name: 'planted: acknowledged before recorded',
    kills: CONTROL_KILLS,
    killed: 'server',
    mustLose: true,
    preload: './acknowledge-first.ts',
  },
  {
    name: 'planted: synchronous_commit = off',
    kills: CONTROL_KILLS,
    killed: 'PostgreSQL',
    mustLose: true,
    // The click connection insists on it, so it is taken away inside of each transaction.
    prepare: `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM set_config('synchronous_commit', 'off', true); RETURN NULL; END $$;
      CREATE TRIGGER planted AFTER INSERT ON store_days FOR EACH STATEMENT EXECUTE FUNCTION planted()`,
  },
];

interface Result extends Audit {
  sent: number;
  acknowledged: number;
  /** Redirects that were refused or not answered; with the server gone that is right, with only PostgreSQL gone it is not. */
  failures: number;
  slowestMs: number;
  /** How long until clicks were in the database again, at worst. */
  backMs: number;
}

async function runArm(arm: Arm): Promise<Result> {
  const { dataDir, remove } = await makeDataDir();
  try {
    const codes = await withDatabase(dataDir, async (pool) => {
      if (arm.prepare) await pool.query(arm.prepare);
      return makeLinks(pool);
    });
    const { shoppers, backMs } = await loadAndKill(arm, dataDir, codes);
    const result = await withDatabase(dataDir, (pool) => audit(pool, shoppers));
    const failures = [...shoppers.failures.values()].reduce((sum, count) => sum + count, 0);
    const { sent, acknowledged, slowestMs } = shoppers;
    return { ...result, sent, acknowledged: acknowledged.length, failures, slowestMs, backMs };
  } finally {
    await remove();
  }
}

/** Links of a few creators, under the store's own prices and under an offer whose cap is reached on the way. */
async function makeLinks(pool: pg.Pool): Promise<string[]> {
  const market = createMarket(pool);
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 10 });
  const sharedBudgetId = await market.sharedBudget(storeId, 20_000);
  const offerId = await market.offer({ storeId, sharedBudgetId, maxClicks: 1_500 });
  await market.price({ storeId, offerId, cpcMinor: 25 });
  const codes: string[] = [];
  for (let index = 0; index < LINKS; index++)
    codes.push((await market.link({ userId: await market.user(), storeId })).code);
  return codes;
}

async function loadAndKill(
  arm: Arm,
  dataDir: string,
  codes: string[],
): Promise<{ shoppers: Shoppers; backMs: number }> {
  const options = { port: await freePort(), dataDir, ...(arm.preload ? { preload: arm.preload } : {}) };
  let server: ServerProcess = await startServer(options);
  for (const code of codes) await statusOf(options.port, `/r/${code}`);
  const shoppers = sendShoppers({ clients: CLIENTS, ports: [options.port], codes });
  let backMs = 0;
  try {
    for (let kill = 1; kill <= arm.kills; kill++) {
      await moreClicks(shoppers);
      await delay(Math.random() * MOST_RANDOM_DELAY_MS);
      const began = performance.now();
      if (arm.killed === 'server') {
        await server.kill();
        server = await startServer(options);
      } else {
        await killPostgres(dataDir);
        await databaseIsBack(options.port, dataDir);
      }
      backMs = Math.max(backMs, performance.now() - began);
      console.log(`${arm.name}: ${kill} of ${arm.kills}`);
    }
    await moreClicks(shoppers);
  } finally {
    await shoppers.stop();
    const code = await server.stop();
    if (code !== 0) console.log(`${arm.name}: the server stopped with exit code ${code}`);
  }
  return { shoppers, backMs };
}

async function moreClicks(shoppers: Shoppers): Promise<void> {
  const enough = shoppers.acknowledged.length + CLICKS_BETWEEN_KILLS;
  await waitUntil('clicks go on', async () => shoppers.acknowledged.length >= enough);
}

/** A link that nobody knows is looked up in the database; and no click waits on disk any more. */
async function databaseIsBack(port: number, dataDir: string): Promise<void> {
  await delay(100);
  await waitUntil(
    'the database is back and the spool is replayed',
    async () => (await statusOf(port, '/r/nothing-here')) === 404 && (await waitingSpoolFiles(dataDir)) === 0,
  );
}

async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS;
  while (!(await condition())) {
    if (Date.now() > until) throw new Error(`not within ${LONGEST_WAIT_MS} ms: ${what}`);
    await delay(5);
  }
}

/** What is wrong with an arm's result; nothing when it is as it should be. */
function objections(arm: Arm, result: Result): string[] {
  if (arm.mustLose) return result.lost > 0 ? [] : ['the planted fault was not found'];
  const found = result.faults.slice(0, 3);
  if (result.lost > 0) found.push(`${result.lost} acknowledged clicks are lost`);
  if (result.doubled > 0) found.push(`${result.doubled} clicks are doubled`);
  if (arm.killed === 'PostgreSQL' && result.failures > 0) found.push(`${result.failures} redirects were not answered`);
  if (arm.killed === 'PostgreSQL' && result.backMs > BACK_WITHIN_MS) found.push(`back after ${result.backMs} ms`);
  return found;
}

const rows: Record<string, string | number>[] = [];
const wrong: string[] = [];
for (const arm of ARMS) {
  const result = await runArm(arm);
  const found = objections(arm, result);
  wrong.push(...found.map((what) => `${arm.name}: ${what}`));
  rows.push({
    arm: arm.name,
    kills: arm.kills,
    sent: result.sent,
    acknowledged: result.acknowledged,
    recorded: result.recorded,
    lost: result.lost,
    doubled: result.doubled,
    'totals off': result.faults.length,
    'not answered': result.failures,
    'slowest 302 ms': Math.round(result.slowestMs),
    'back ms': Math.round(result.backMs),
    verdict: found.length === 0 ? 'as it should be' : 'WRONG',
  });
}
printTable(rows);
for (const what of wrong) console.log(what);
process.exitCode = wrong.length === 0 ? 0 : 1;
