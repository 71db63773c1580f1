import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { foundMarket, withOneCampaignForEachCreator } from '../../../tests/harness/clicks/found-market.ts';
import { marketPlan } from '../../../tests/harness/clicks/plan.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { openDemoMarket } from '../../../tests/harness/demo.ts';
import { migrationsFolder } from '../../platform/database/migrate.ts';
import { audit } from '../payments/audit/audit.ts';

const MIGRATION = fs.readFileSync(path.join(migrationsFolder(), '0193_explicit_prices.sql'), 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

interface Row {
  campaign_id: number | null;
  participant_id: number | null;
  source: 0 | 1;
  cpc_minor: number | null;
  invoice_cpc_minor: number | null;
  cpa: string | null;
  invoice_cpa: string | null;
}

/** The rule before the migration: the row of the source, otherwise that of General, and nothing for a price that it does not set. */
function formerly(rows: readonly Row[], campaign: number | null, participant: number | null, source: 0 | 1) {
  const rowFor = (of: readonly Row[]) => of.find((row) => row.source === source) ?? of.find((row) => row.source === 0);
  const base = rowFor(rows.filter((row) => row.campaign_id === campaign && row.participant_id === null));
  const overrides = rows.filter((row) => row.participant_id !== null && row.participant_id === participant);
  const own =
    overrides.find((row) => row.source === source) ??
    (base?.source === source ? undefined : overrides.find((row) => row.source === 0));
  const ofClick = own?.cpc_minor == null ? base : own;
  const ofOrder = own?.cpa == null ? base : own;
  return {
    cpc: ofClick?.cpc_minor ?? 0,
    cost: ofClick?.invoice_cpc_minor ?? ofClick?.cpc_minor ?? 0,
    cpa: Number(ofOrder?.cpa ?? 0),
    order_cost: Number(ofOrder?.invoice_cpa ?? ofOrder?.cpa ?? 0),
  };
}

test('Existing campaigns, participants and stores pay and cost after the migration what they did by the former rule', async () => {
  const reached = { omitted: 0, unpriced: 0 };
  await fc.assert(
    fc.asyncProperty(marketPlan, async (plan) => {
      const { stores } = await foundMarket(database.pool, withOneCampaignForEachCreator(plan), Date.now());
      const read = async <Found>(text: string) => (await database.pool.query(text, [stores])).rows as Found[];
      const rows = await read<Row>(
        'SELECT campaign_id, participant_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa FROM prices WHERE store_id = ANY ($1)',
      );
      await database.pool.query(MIGRATION);
      const now = await read<{ campaign_id: number | null; participant_id: number | null; source: 0 | 1 }>(`
        SELECT x.campaign_id, x.participant_id, e.source, coalesce(e.cpc_minor, 0) AS cpc, coalesce(e.invoice_cpc_minor, 0) AS cost,
          coalesce(e.cpa, 0)::float8 AS cpa, coalesce(e.invoice_cpa, 0)::float8 AS order_cost
        FROM (SELECT id AS store_id, NULL::bigint AS campaign_id, NULL::bigint AS participant_id FROM stores
          UNION ALL SELECT store_id, id, NULL FROM campaigns
          UNION ALL SELECT o.store_id, o.id, p.id FROM participants p JOIN campaigns o ON o.id = p.campaign_id) x
        CROSS JOIN LATERAL effective_prices(x.store_id, x.campaign_id, x.participant_id) e WHERE x.store_id = ANY ($1)`);
      for (const { campaign_id: campaign, participant_id: participant, source, ...paid } of now) {
        // Stores are compared by themselves, because all stores of the plan have the campaign null.
        if (campaign === null && stores.length > 1) continue;
        expect(paid).toEqual(formerly(rows, campaign, participant, source));
        const set = rows.filter((row) => row.campaign_id === campaign);
        reached.omitted += set.some((row) => row.cpc_minor === null) ? 1 : 0;
        reached.unpriced += set.length === 0 ? 1 : 0;
      }
    }),
    { numRuns: 30, seed: 5 },
  );
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(0);
}, 120_000);

test('The books of the demo are in order before and after the migration, and its campaigns pay commissions before', async () => {
  const demo = await openDemoMarket();
  const { rows } = await demo.database.pool.query(
    `SELECT count(*) FILTER (WHERE e.cpa > 0)::int AS paying, count(*)::int AS campaigns
     FROM campaigns o CROSS JOIN effective_prices(o.store_id, o.id, NULL) e WHERE e.source = 0`,
  );
  expect(rows[0].paying).toBe(rows[0].campaigns);
  const faults = async () => (await audit(demo.database.db)).filter((finding) => finding.faults > 0);
  expect(await faults()).toEqual([]);
  await demo.database.pool.query(MIGRATION);
  expect(await faults()).toEqual([]);
}, 120_000);
