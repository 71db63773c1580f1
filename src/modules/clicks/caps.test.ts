import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { findFaultsInTotals } from '../../../tests/harness/clicks/ledger.ts';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import { isRetryable } from '../../platform/database/errors.ts';
import { ClickDatabase } from './click-database.ts';
import { newClickId } from './click-id.ts';
import { Profiles } from './profiles.ts';

const PROCESSES = 6;
const RECORDERS = 64;

const database = await createTestDatabase();
const market = createMarket(database.pool);
const processes = Array.from({ length: PROCESSES }, () => {
  const profiles = new Profiles(database.pool, 1_000);
  return { profiles, log: new ClickDatabase(database.url, profiles, PATIENT) };
});

type Terms = Omit<Parameters<typeof market.campaign>[0], 'storeId'>;

/** A store that pays 1 itself, a campaign that pays 7, and links of four creators who take part in it. */
async function campaignWith(terms: Terms & { clickLimit?: number }, { creators = 4, storeId = 0 } = {}) {
  const { clickLimit, ...rest } = terms;
  const store = storeId || (await market.store());
  if (!storeId) await market.price({ storeId: store, cpcMinor: 1 });
  const campaignId = await market.campaign({ storeId: store, type: 'user_accept', ...rest });
  await market.price({ storeId: store, campaignId, cpcMinor: 7 });
  const codes: string[] = [];
  for (let creator = 0; creator < creators; creator++) {
    const userId = await market.user();
    await market.participant({ campaignId, userId, ...(clickLimit === undefined ? {} : { clickLimit }) });
    codes.push((await market.link({ userId, storeId: store })).code);
  }
  return { campaignId, storeId: store, codes };
}

/** Sends batches of a few clicks from 64 recorders over six connections at once; a deadlock is tried again, as the recorder does. */
async function storm(
  codes: readonly string[],
  { batches = 4, clicks = 5, over = processes } = {},
): Promise<{ deadlocks: number }> {
  let deadlocks = 0;
  const recorder = async (number: number) => {
    const { log, profiles } = over[number % over.length]!;
    for (let batch = 0; batch < batches; batch++) {
      const arriving = await Promise.all(
        Array.from({ length: clicks }, async (_, index) => ({
          id: newClickId(Date.now()),
          profile: (await profiles.find(codes[(number + batch + index * 3) % codes.length]!))!,
          day: '2025-06-01',
          visitor: randomUUID().replaceAll('-', ''),
          class: 0 as const,
          source: 0 as const,
        })),
      );
      await log.record(arriving, false).catch((error) => {
        if (!isRetryable(error)) throw error;
        deadlocks += 1;
        return log.record(arriving, true);
      });
    }
  };
  await Promise.all(Array.from({ length: RECORDERS }, (_, number) => recorder(number)));
  return { deadlocks };
}

const spendOf = async (campaignId: number) =>
  (
    await database.pool.query(
      'SELECT user_id, clicks, spent_minor FROM campaign_spend WHERE campaign_id = $1 ORDER BY 1',
      [campaignId],
    )
  ).rows.map(({ user_id, clicks, spent_minor }) => [user_id === 0 ? 'all' : 'one', clicks, spent_minor]);
const ARRIVING = RECORDERS * 4 * 5;
/** Enough for a cap that the first ten batches use up: later ones find it used up, whether or not these were kept apart. */
const FEW = { batches: 1, clicks: 5 };
const FEW_ARRIVING = RECORDERS * FEW.batches * FEW.clicks;

test.each<[string, Terms & { clickLimit?: number }, unknown[][]]>([
  ['clicks', { maxClicks: 37 }, [['all', 37, 259]]],
  ['money, to the last whole click', { maxMoneyMinor: 100 }, [['all', 14, 98]]],
  ['the smaller of money and budget', { maxMoneyMinor: 1_000, budgetLimitMinor: 70 }, [['all', 10, 70]]],
  ['each user’s clicks', { maxClicks: 11, perUserLimit: true }, [['all', 44, 308], ...Array(4).fill(['one', 11, 77])]],
  [
    'each user’s money',
    { maxMoneyMinor: 50, perUserLimit: true },
    [['all', 28, 196], ...Array(4).fill(['one', 7, 49])],
  ],
  ['the participant’s own limit', { clickLimit: 9 }, [['all', 36, 252], ...Array(4).fill(['one', 9, 63])]],
  [
    'the participant’s limit below each user’s',
    { clickLimit: 3, maxClicks: 5, perUserLimit: true },
    [['all', 12, 84], ...Array(4).fill(['one', 3, 21])],
  ],
  ['nothing', { maxClicks: 0 }, []],
])('a cap of %s is reached exactly by 64 recorders at once', async (_, terms, expected) => {
  const { campaignId, codes } = await campaignWith(terms);
  await storm(codes, FEW);
  const spend = await spendOf(campaignId);
  expect(spend.filter(([, clicks]) => clicks > 0).slice(0, expected.length)).toEqual(expected);
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS clicks, (count(*) FILTER (WHERE terms = 4 AND capped_campaign_id = $1))::int AS capped
     FROM clicks WHERE store_id = (SELECT store_id FROM campaigns WHERE id = $1)`,
    [campaignId],
  );
  expect(rows[0]).toEqual({ clicks: FEW_ARRIVING, capped: FEW_ARRIVING - Number(expected[0]?.[1] ?? 0) });
  expect(await findFaultsInTotals(database.pool)).toEqual([]);
});

test('a shared budget is used up exactly by several concurrent campaigns, each with its own caps', async () => {
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 1 });
  const sharedBudgetId = await market.sharedBudget(storeId, 4_000);
  const campaigns = [
    await campaignWith({ sharedBudgetId }, { storeId }),
    await campaignWith({ sharedBudgetId, maxClicks: 20 }, { storeId }),
    await campaignWith({ sharedBudgetId, perUserLimit: true, maxMoneyMinor: 70 }, { storeId }),
  ];
  // Each batch has only one campaign, so that only the lock of the budget keeps two batches apart.
  const storms = await Promise.all(
    campaigns.map(({ codes }, campaign) => storm(codes, { over: processes.slice(2 * campaign, 2 * campaign + 2) })),
  );
  const { rows } = await database.pool.query('SELECT spent_minor FROM shared_budgets WHERE id = $1', [sharedBudgetId]);
  expect(rows[0].spent_minor).toBe(3_997);
  expect(await findFaultsInTotals(database.pool)).toEqual([]);
  expect(storms.map(({ deadlocks }) => deadlocks)).toEqual([0, 0, 0]);
});

test('recorders on many overlapping offers of one store lose nothing to each other', async () => {
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 1 });
  const campaigns = [];
  for (let campaign = 0; campaign < 6; campaign++)
    campaigns.push(await campaignWith({ maxClicks: 25, priority: 10 + campaign }, { storeId }));
  // Creators of one campaign take part in the others too, so that every batch holds many counters.
  await database.pool.query(
    `INSERT INTO participants (campaign_id, user_id, status)
     SELECT o.id, l.user_id, 'accepted' FROM campaigns o JOIN links l USING (store_id) WHERE o.store_id = $1 ON CONFLICT DO NOTHING`,
    [storeId],
  );
  await storm(campaigns.flatMap(({ codes }) => codes));
  const { rows } = await database.pool.query('SELECT clicks, cost_minor FROM store_days WHERE store_id = $1', [
    storeId,
  ]);
  expect(rows).toEqual([{ clicks: ARRIVING, cost_minor: 6 * 25 * 7 + (ARRIVING - 150) }]);
  expect(await findFaultsInTotals(database.pool)).toEqual([]);
});

test('a cap that is lowered while clicks arrive applies from its commit', async () => {
  const { campaignId, codes } = await campaignWith({ maxClicks: 100_000 });
  const storming = storm(codes, { batches: 8 });
  const spent = async () =>
    (
      await database.pool.query('SELECT clicks FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0', [
        campaignId,
      ])
    ).rows[0]?.clicks ?? 0;
  while ((await spent()) < 100) await new Promise((resolve) => setImmediate(resolve));
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('UPDATE campaigns SET max_clicks = 150 WHERE id = $1', [campaignId]);
  const { rows } = await client.query('SELECT clicks FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0', [
    campaignId,
  ]);
  await client.query('COMMIT');
  client.release();
  await storming;
  expect(await spent()).toBe(Math.max(150, rows[0].clicks));
  const faults = await findFaultsInTotals(database.pool);
  expect(faults.filter((fault) => !fault.startsWith(`overrun: offer ${campaignId} `))).toEqual([]);
  await database.pool.query('UPDATE campaigns SET max_clicks = NULL WHERE id = $1', [campaignId]);
});

test('terms that change under way are never priced by afterwards, and nothing is lost over it', async () => {
  const { campaignId, storeId, codes } = await campaignWith({});
  const storming = storm(codes, { batches: 8 });
  const prices = [8, 9, 10];
  for (const price of prices) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    await database.pool.query('UPDATE prices SET cpc_minor = $2 WHERE campaign_id = $1', [campaignId, price]);
  }
  await storming;
  const { rows } = await database.pool.query(
    'SELECT count(*)::int AS clicks, array_agg(DISTINCT cost_minor) AS costs FROM clicks WHERE store_id = $1',
    [storeId],
  );
  expect(rows[0].clicks).toBe(2 * ARRIVING);
  for (const cost of rows[0].costs) expect([7, ...prices]).toContain(Number(cost));
  expect(await findFaultsInTotals(database.pool)).toEqual([]);
});

afterAll(async () => {
  for (const { log } of processes) await log.disconnect();
});
