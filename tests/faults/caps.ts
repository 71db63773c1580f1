/**
 * 64 clients over two server processes on one PostgreSQL, on offers with small caps of every kind.
 *
 *   npx tsx tests/faults/caps.ts [requests of each client = 60]
 *
 * Prints what each cap allows and what was booked on it; exit code 1 when one is overrun, one is not reached although clicks enough
 * arrived, totals disagree, or a click is lost.
 */
import path from 'node:path';
import type pg from 'pg';
import { createMarket, type Market } from '../harness/market.ts';
import { audit, makeDataDir, printTable, withDatabase } from './audit.ts';
import { freePort, startServer } from './server-process.ts';
import { sendShoppers } from './shoppers.ts';

const [requestsEach = 60] = process.argv.slice(2).map(Number);
const CLIENTS = 64;
const CREATORS = 4;
const CPC_MINOR = 7;

interface Scene {
  name: string;
  offers: { terms: Omit<Parameters<Market['offer']>[0], 'storeId'>; clickLimit?: number }[];
  budgetMinor?: number;
  /** Clicks that may be booked on all offers of the scene together. */
  allowed: number;
}

const SCENES: Scene[] = [
  { name: 'clicks', offers: [{ terms: { maxClicks: 25 } }], allowed: 25 },
  { name: 'money', offers: [{ terms: { maxMoneyMinor: 100 } }], allowed: 14 },
  { name: 'budget below money', offers: [{ terms: { maxMoneyMinor: 900, budgetLimitMinor: 71 } }], allowed: 10 },
  { name: 'each user’s clicks', offers: [{ terms: { maxClicks: 6, perUserLimit: true } }], allowed: 6 * CREATORS },
  { name: 'each user’s money', offers: [{ terms: { maxMoneyMinor: 30, perUserLimit: true } }], allowed: 4 * CREATORS },
  { name: 'participant’s limit', offers: [{ terms: {}, clickLimit: 5 }], allowed: 5 * CREATORS },
  { name: 'shared budget of two offers', offers: [{ terms: {} }, { terms: {} }], budgetMinor: 300, allowed: 42 },
  {
    name: 'three caps at once',
    offers: [{ terms: { maxClicks: 30, maxMoneyMinor: 140 }, clickLimit: 4 }],
    allowed: 16,
  },
];

interface Played {
  scene: Scene;
  offerIds: number[];
  codes: string[];
}

async function makeScene(pool: pg.Pool, scene: Scene): Promise<Played> {
  const market = createMarket(pool);
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 1 });
  const sharedBudgetId =
    scene.budgetMinor === undefined ? undefined : await market.sharedBudget(storeId, scene.budgetMinor);
  const offerIds: number[] = [];
  const codes: string[] = [];
  for (const { terms, clickLimit } of scene.offers) {
    const shared = sharedBudgetId === undefined ? {} : { sharedBudgetId };
    const offerId = await market.offer({ storeId, type: 'store_accept', ...terms, ...shared });
    await market.price({ storeId, offerId, cpcMinor: CPC_MINOR });
    offerIds.push(offerId);
    for (let creator = 0; creator < CREATORS; creator++) {
      const userId = await market.user();
      await market.participant({ offerId, userId, ...(clickLimit === undefined ? {} : { clickLimit }) });
      codes.push((await market.link({ userId, storeId })).code);
    }
  }
  return { scene, offerIds, codes };
}

async function bookedOn(pool: pg.Pool, { offerIds, codes }: Played) {
  const { rows } = await pool.query<{ booked: number; spent: number; arrived: number }>(
    `SELECT (count(*) FILTER (WHERE c.offer_id = ANY ($1)))::int AS booked, count(*)::int AS arrived,
      coalesce(sum(c.cost_minor) FILTER (WHERE c.offer_id = ANY ($1)), 0)::int AS spent
     FROM clicks c JOIN links l ON l.id = c.link_id WHERE l.code = ANY ($2)`,
    [offerIds, codes],
  );
  return rows[0]!;
}

const { dataDir, remove } = await makeDataDir();
const wrong: string[] = [];
try {
  await withDatabase(dataDir, async (pool, databaseUrl) => {
    const played: Played[] = [];
    for (const scene of SCENES) played.push(await makeScene(pool, scene));
    const ports = [await freePort(), await freePort()];
    const servers = await Promise.all(
      ports.map((port) => startServer({ port, databaseUrl, dataDir: path.join(dataDir, `server-${port}`) })),
    );
    const codes = played.flatMap((one) => one.codes);
    const shoppers = sendShoppers({ clients: CLIENTS, ports, codes, requestsEach });
    await shoppers.done;
    await Promise.all(servers.map((server) => server.stop()));

    const result = await audit(pool, shoppers);
    if (result.lost > 0) wrong.push(`${result.lost} acknowledged clicks are lost`);
    if (result.doubled > 0) wrong.push(`${result.doubled} clicks are doubled`);
    if (shoppers.failures.size > 0) wrong.push(`not answered: ${JSON.stringify([...shoppers.failures])}`);
    wrong.push(...result.faults);
    const rows = [];
    for (const one of played) {
      const { booked, spent, arrived } = await bookedOn(pool, one);
      const { name, allowed } = one.scene;
      if (booked !== allowed) wrong.push(`${name}: ${booked} booked, ${allowed} allowed, ${arrived} arrived`);
      rows.push({ cap: name, arrived, allowed, booked, overrun: Math.max(0, booked - allowed), 'spent minor': spent });
    }
    printTable(rows);
    console.log(
      `${CLIENTS} clients, 2 servers: ${shoppers.acknowledged.length} acknowledged, ${result.recorded} recorded`,
    );
  });
} finally {
  await remove();
}
for (const what of wrong) console.log(what);
process.exitCode = wrong.length === 0 ? 0 : 1;
