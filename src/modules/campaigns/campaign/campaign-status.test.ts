import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { readCampaigns } from './read-campaigns.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const database = await createTestDatabase();
const market = createMarket(database.pool);
const storeId = await market.store();

interface Plan {
  active: boolean;
  deleted: boolean;
  /** Seconds from now. */
  from: number | null;
  until: number | null;
  perUserLimit: boolean;
  maxClicks: number | null;
  maxMoneyMinor: number | null;
  budgetMinor: number | null;
  shared: { amount: number; spent: number } | null;
  /** Costs to the store; null: no row. */
  costs: (number | null)[];
  clicks: number;
  spent: number;
}

/** The rules of the domain document, written naively. */
function expected(plan: Plan): string {
  if (plan.deleted) return 'deleted';
  if (plan.until !== null && plan.until < 0) return 'ended';
  const paid = plan.costs.filter((cost) => cost !== null && cost > 0) as number[];
  const cheapest = paid.length === 0 ? null : Math.min(...paid);
  const cannotPay = (cap: number, spent: number) => cheapest !== null && spent + cheapest > cap;
  const caps = [plan.maxMoneyMinor, plan.budgetMinor].filter((cap) => cap !== null);
  if (!plan.perUserLimit) {
    if (plan.maxClicks !== null && plan.clicks >= plan.maxClicks) return 'ended';
    if (caps.length > 0 && cannotPay(Math.min(...caps), plan.spent)) return 'ended';
  }
  if (plan.shared !== null && cannotPay(plan.shared.amount, plan.shared.spent)) return 'ended';
  if (!plan.active) return 'paused';
  return plan.from !== null && plan.from > 0 ? 'scheduled' : 'active';
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 });
const edge = maybe(fc.constantFrom(-60, -1, 0, 1, 60));
const amount = fc.nat({ max: 30 });
const plan: fc.Arbitrary<Plan> = fc
  .record({
    active: fc.boolean(),
    deleted: fc.nat(9).map((drawn) => drawn === 0),
    from: edge,
    until: edge,
    perUserLimit: fc.boolean(),
    maxClicks: maybe(fc.nat({ max: 3 })),
    maxMoneyMinor: maybe(amount),
    budgetMinor: maybe(amount),
    shared: maybe(fc.record({ amount, spent: amount })),
    costs: fc.tuple(maybe(fc.constantFrom(0, 1, 10, 20)), maybe(fc.constantFrom(0, 5, 15))),
    clicks: fc.nat({ max: 4 }),
    spent: amount,
  })
  .map((one) => ({ ...one, from: one.from !== null && one.until !== null && one.from >= one.until ? null : one.from }));

async function make(drawn: Plan): Promise<number> {
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
  const sharedBudgetId = drawn.shared === null ? undefined : await market.sharedBudget(storeId, drawn.shared.amount);
  if (drawn.shared !== null)
    await database.pool.query('UPDATE shared_budgets SET spent_minor = $2 WHERE id = $1', [
      sharedBudgetId,
      drawn.shared.spent,
    ]);
  const id = await market.campaign({
    storeId,
    active: drawn.active,
    perUserLimit: drawn.perUserLimit,
    ...(drawn.from === null ? {} : { validFrom: at(drawn.from) }),
    ...(drawn.until === null ? {} : { validUntil: at(drawn.until) }),
    ...(drawn.maxClicks === null ? {} : { maxClicks: drawn.maxClicks }),
    ...(drawn.maxMoneyMinor === null ? {} : { maxMoneyMinor: drawn.maxMoneyMinor }),
    ...(drawn.budgetMinor === null ? {} : { budgetLimitMinor: drawn.budgetMinor }),
    ...(sharedBudgetId === undefined ? {} : { sharedBudgetId }),
  });
  if (drawn.deleted) await database.pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [id]);
  for (const [source, cost] of drawn.costs.entries())
    if (cost !== null)
      await market.price({ storeId, campaignId: id, source: source as 0 | 1, cpcMinor: 1, invoiceCpcMinor: cost });
  await database.pool.query('INSERT INTO campaign_spend (campaign_id, clicks, spent_minor) VALUES ($1, $2, $3)', [
    id,
    drawn.clicks,
    drawn.spent,
  ]);
  return id;
}

/** The same rule as conditions, for lists of all campaigns that can be joined. */
const isRunning = async (id: number) =>
  (
    await database.pool.query<{ is_running: boolean }>(
      'SELECT campaign_is_running(o, $2) AS is_running FROM campaigns o WHERE o.id = $1',
      [id, NOW.toISOString()],
    )
  ).rows[0]!.is_running;
const statusOf = async (id: number) => (await readCampaigns({ db: database.db, now: () => NOW }, [id]))[0]?.status;

describe('The status of a campaign', () => {
  it('follows from its dates, its caps and its usage', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(plan, async (drawn) => {
        const id = await make(drawn);
        const status = await statusOf(id);
        seen.add(status!);
        expect(status).toBe(expected(drawn));
        expect(await isRunning(id)).toBe(status === 'scheduled' || status === 'active');
      }),
      { numRuns: 400 },
    );
    expect([...seen].sort()).toEqual(['active', 'deleted', 'ended', 'paused', 'scheduled']);
  });

  it('is active without a usage row', async () => {
    const id = await market.campaign({ storeId, maxClicks: 1, maxMoneyMinor: 5 });
    await market.price({ storeId, campaignId: id, cpcMinor: 5 });
    expect(await statusOf(id)).toBe('active');
  });
});
