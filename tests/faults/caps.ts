/**
 * 64 clients on two server processes over one PostgreSQL, on campaigns with small caps of every kind.
 *
 * npx tsx tests/faults/caps.ts [requests of each client = 60]
 *
 * Prints the limit of each cap and the booked amount. The run is wrong if a cap is exceeded, a cap is not reached although enough
 * clicks arrived, totals disagree, or a click is lost. Control: counters that are read without their locks and then written must
 * be found to be exceeded.
 */
import path from 'node:path';
import type pg from 'pg';
import { freePort } from '../harness/free-port.ts';
import { createMarket, type Market } from '../harness/market.ts';
import { audit, makeDataDir, objectionsTo, printTable, withDatabase } from './audit.ts';
import { startServer } from './server-process.ts';
import { sendShoppers } from './shoppers.ts';
import { conclude } from './verdict.ts';

const [requestsEach = 60] = process.argv.slice(2).map(Number);
const CLIENTS = 64;
const CREATORS = 4;
const CPC_MINOR = 7;

interface Scene {
  name: string;
  campaigns: { terms: Omit<Parameters<Market['campaign']>[0], 'storeId'>; clickLimit?: number }[];
  budgetMinor?: number;
  /** Maximum number of clicks that all offers of the scene can book together. */
  allowed: number;
}

const SCENES: Scene[] = [
  { name: 'clicks', campaigns: [{ terms: { maxClicks: 25 } }], allowed: 25 },
  { name: 'money', campaigns: [{ terms: { maxMoneyMinor: 100 } }], allowed: 14 },
  { name: 'budget below money', campaigns: [{ terms: { maxMoneyMinor: 900, budgetLimitMinor: 71 } }], allowed: 10 },
  { name: 'each user’s clicks', campaigns: [{ terms: { maxClicks: 6, perUserLimit: true } }], allowed: 6 * CREATORS },
  {
    name: 'each user’s money',
    campaigns: [{ terms: { maxMoneyMinor: 30, perUserLimit: true } }],
    allowed: 4 * CREATORS,
  },
  { name: 'participant’s limit', campaigns: [{ terms: {}, clickLimit: 5 }], allowed: 5 * CREATORS },
  { name: 'shared budget of two offers', campaigns: [{ terms: {} }, { terms: {} }], budgetMinor: 300, allowed: 42 },
  {
    name: 'three caps at once',
    campaigns: [{ terms: { maxClicks: 30, maxMoneyMinor: 140 }, clickLimit: 4 }],
    allowed: 16,
  },
];

interface Played {
  scene: Scene;
  campaignIds: number[];
  codes: string[];
}

async function makeScene(pool: pg.Pool, scene: Scene): Promise<Played> {
  const market = createMarket(pool);
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 1 });
  const sharedBudgetId =
    scene.budgetMinor === undefined ? undefined : await market.sharedBudget(storeId, scene.budgetMinor);
  const campaignIds: number[] = [];
  const userIds: number[] = [];
  const codes: string[] = [];
  for (const { terms, clickLimit } of scene.campaigns) {
    const shared = sharedBudgetId === undefined ? {} : { sharedBudgetId };
    const campaignId = await market.campaign({ storeId, type: 'store_accept', ...terms, ...shared });
    await market.price({ storeId, campaignId, cpcMinor: CPC_MINOR });
    campaignIds.push(campaignId);
    for (let creator = 0; creator < CREATORS; creator++) {
      const userId = await market.user();
      userIds.push(userId);
      await market.participant({ campaignId, userId, ...(clickLimit === undefined ? {} : { clickLimit }) });
      codes.push((await market.link({ userId, storeId })).code);
    }
  }
  // Batches of two processes that create the same counter wait for each other. Here the counters exist from the start, so that only
  // the locks separate the batches.
  await pool.query(
    'INSERT INTO campaign_spend (campaign_id, user_id) SELECT c, u FROM unnest($1::bigint[]) AS c, unnest($2::bigint[]) AS u',
    [campaignIds, [0, ...userIds]],
  );
  return { scene, campaignIds, codes };
}

async function bookedOn(pool: pg.Pool, { campaignIds, codes }: Played) {
  const { rows } = await pool.query<{ booked: number; spent: number; arrived: number }>(
    `SELECT (count(*) FILTER (WHERE c.campaign_id = ANY ($1)))::int AS booked, count(*)::int AS arrived,
      coalesce(sum(c.cost_minor) FILTER (WHERE c.campaign_id = ANY ($1)), 0)::int AS spent
     FROM clicks c JOIN links l ON l.id = c.link_id WHERE l.code = ANY ($2)`,
    [campaignIds, codes],
  );
  return rows[0]!;
}

/**
 * Waits, for two seconds at most, until another batch has read its counters, too. Two processes seldom write at the same moment, and
 * the fault has an effect only when they do.
 */
const MEETING_PLACE = `CREATE FUNCTION meet_another_batch() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock_shared(4711);
  FOR attempt IN 1..200 LOOP
    EXIT WHEN (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND granted) > 1;
    PERFORM pg_sleep(0.01);
  END LOOP;
END $$`;

/** Removes the locks from `record_clicks`, and lets batches overlap between reading the counters and writing them. */
async function plantReadThenWrite(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`SELECT pg_get_functiondef('record_clicks'::regproc) AS source`);
  const source: string = rows[0].source;
  const planted = source
    .replace(/ORDER BY k\.n FOR UPDATE OF s/, 'ORDER BY k.n')
    .replace(/ORDER BY id FOR UPDATE/, 'ORDER BY id')
    .replace(/v_max_minor := k_max_minor;/, 'v_max_minor := k_max_minor; PERFORM meet_another_batch();');
  if (planted.match(/FOR UPDATE/) !== null || !planted.includes('meet_another_batch'))
    throw new Error('record_clicks has changed: adapt the planted fault');
  await pool.query(MEETING_PLACE);
  await pool.query(planted);
}

interface Outcome {
  rows: { cap: string; arrived: number; allowed: number; booked: number; overrun: number; 'spent minor': number }[];
  wrong: string[];
  acknowledged: number;
}

/** Starts all clients on a new market. */
async function runArm({ planted }: { planted: boolean }): Promise<Outcome> {
  const { dataDir, remove } = await makeDataDir();
  try {
    return await withDatabase(dataDir, async (pool, databaseUrl) => {
      if (planted) await plantReadThenWrite(pool);
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
      const wrong = objectionsTo(await audit(pool, shoppers));
      if (shoppers.failures.size > 0) wrong.push(`not answered: ${JSON.stringify([...shoppers.failures])}`);
      const rows = [];
      for (const one of played) {
        const { booked, spent, arrived } = await bookedOn(pool, one);
        const { name, allowed } = one.scene;
        if (booked !== allowed) wrong.push(`${name}: ${booked} booked, ${allowed} allowed, ${arrived} arrived`);
        rows.push({
          cap: name,
          arrived,
          allowed,
          booked,
          overrun: Math.max(0, booked - allowed),
          'spent minor': spent,
        });
      }
      return { rows, wrong, acknowledged: shoppers.acknowledged.length };
    });
  } finally {
    await remove();
  }
}

const held = await runArm({ planted: false });
const control = await runArm({ planted: true });
const overruns = control.rows.map(({ overrun }) => overrun);
printTable(held.rows.map((row, at) => ({ ...row, 'overrun in the control': overruns[at]! })));
console.log(`${CLIENTS} clients, 2 servers: ${held.acknowledged} clicks acknowledged`);
conclude([...held.wrong, ...(overruns.some((overrun) => overrun > 0) ? [] : ['the control was not detected'])]);
