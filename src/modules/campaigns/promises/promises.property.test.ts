import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const clock = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const { market } = application;
const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;

/** One change that a store tries; some make terms better, others worse. */
const change = fc.oneof(
  fc.record({
    kind: fc.constant('price' as const),
    cpc: fc.integer({ min: 0, max: 300 }),
    cpa: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ kind: fc.constant('override' as const), cpa: fc.option(fc.integer({ min: 0, max: 20 })) }),
  fc.record({ kind: fc.constant('store' as const), cpc: fc.integer({ min: 0, max: 300 }) }),
  fc.record({
    kind: fc.constant('other' as const),
    cpa: fc.integer({ min: 0, max: 20 }),
    priority: fc.integer({ min: 1, max: 100 }),
    forCreator: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('rules' as const),
    rules: fc.array(
      fc.record({ customer: fc.constantFrom('new', 'returning'), cpa: fc.integer({ min: 0, max: 20 }) }),
      { maxLength: 3 },
    ),
  }),
  fc.record({ kind: fc.constant('active' as const), active: fc.boolean() }),
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom('accepted', 'store_denied', 'done', 'have_posted'),
  }),
  fc.record({ kind: fc.constant('cap' as const), clicks: fc.option(fc.integer({ min: 0, max: 50 })) }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/**
 * What a click of the creator, and an order of a new or returning customer after it, would earn before shares: by the campaign that prices it.
 * @param isOwn by the promised campaign, as if the store had no other
 */
async function earnings(
  { storeId, campaignId, creatorId }: { storeId: number; campaignId: number; creatorId: number },
  { isOwn = false }: { isOwn?: boolean } = {},
) {
  const [row] = await rows(
    `SELECT coalesce(e.cpc_minor, 0) AS cpc, (coalesce(e.cpa, 0) * 1000000)::int AS cpa, c.id FROM campaigns c
      LEFT JOIN participants p ON p.campaign_id = c.id AND p.user_id = $2
      CROSS JOIN LATERAL effective_prices(c.store_id, c.id, p.id) e
      WHERE c.store_id = $1 AND c.active AND c.deleted_at IS NULL AND e.source = 0 AND (c.max_clicks IS NULL OR c.max_clicks > 0)
        AND (c.only_user_id = $2 OR c.only_user_id IS NULL AND (c.type = 'standard' OR earns_terms(p.status)))
        AND ($3::bigint IS NULL OR c.id = $3)
      ORDER BY c.only_user_id IS NULL, campaign_precedence(c) LIMIT 1`,
    [storeId, creatorId, isOwn ? campaignId : null],
  );
  const [base] = await rows(
    'SELECT coalesce(cpc_minor, 0) AS cpc, (coalesce(cpa, 0) * 1000000)::int AS cpa FROM effective_prices($1, NULL, NULL) WHERE source = 0',
    [storeId],
  );
  const terms = row ?? base;
  const [rule] = await rows('SELECT rules FROM commission_rules WHERE campaign_id = $1 AND ended_at IS NULL', [
    campaignId,
  ]);
  const rules: { customer: string; cpa_ppm: number }[] = row?.id === campaignId ? (rule?.rules ?? []) : [];
  const rate = (customer: string) => rules.find((one) => one.customer === customer)?.cpa_ppm ?? terms.cpa;
  return [terms.cpc, rate('new'), rate('returning')] as number[];
}

it('after any sequence of changes that the database accepts, a click under a promise earns at least what was promised', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const storeId = await market.store();
      const creatorId = await market.user();
      const campaignId = await market.campaign({ storeId, type: 'user_accept', maxClicks: 20 });
      await market.price({ storeId, cpcMinor: 100, cpa: 0.04 });
      await market.price({ storeId, campaignId, cpcMinor: 150, cpa: 0.1 });
      const participantId = await market.participant({ campaignId, userId: creatorId, status: 'accepted' });
      const scene = { storeId, campaignId, creatorId };
      const { status } = await application.call({
        method: 'PUT',
        url: `/v2/offers/${campaignId}/promise`,
        as: cast.tokens.admin,
        body: { until: '2034-12-31', notice_days: 7 },
      });
      expect(status).toBe(200);
      let [own, paid] = [await earnings(scene, { isOwn: true }), await earnings(scene)];
      for (const one of changes) {
        const [ownBefore, paidBefore] = [own, paid];
        await attempt(one, { ...scene, participantId });
        [own, paid] = [await earnings(scene, { isOwn: true }), await earnings(scene)];
        for (const [n, promised] of ownBefore.entries()) {
          expect([one, n, own[n]! >= promised]).toEqual([one, n, true]);
          // What another campaign pays beyond the promised one is not promised.
          expect([one, n, paid[n]! >= Math.min(promised, paidBefore[n]!)]).toEqual([one, n, true]);
        }
      }
    }),
    { numRuns: 30 },
  );
}, 300_000);

/** Makes a change by SQL, as a store would by any route; whether it is refused does not matter. */
async function attempt(
  one: Change,
  {
    storeId,
    campaignId,
    creatorId,
    participantId,
  }: { storeId: number; campaignId: number; creatorId: number; participantId: number },
): Promise<void> {
  const client = await application.database.pool.connect();
  const run = (text: string, values: unknown[]) => client.query(text, values);
  try {
    await run('BEGIN', []);
    switch (one.kind) {
      case 'price':
        await run('DELETE FROM prices WHERE campaign_id = $1 AND participant_id IS NULL', [campaignId]);
        await run(
          'INSERT INTO prices (store_id, campaign_id, source, cpc_minor, cpa) VALUES ($1, $2, 0, $3, $4::int / 100.0)',
          [storeId, campaignId, one.cpc, one.cpa],
        );
        break;
      case 'override':
        await run('DELETE FROM prices WHERE participant_id = $1', [participantId]);
        if (one.cpa !== null)
          await run(
            'INSERT INTO prices (store_id, campaign_id, participant_id, source, cpa) VALUES ($1, $2, $3, 0, $4::int / 100.0)',
            [storeId, campaignId, participantId, one.cpa],
          );
        break;
      case 'store':
        await run('UPDATE prices SET cpc_minor = $2 WHERE store_id = $1 AND campaign_id IS NULL', [storeId, one.cpc]);
        break;
      case 'other':
        await run(
          `WITH added AS (INSERT INTO campaigns (store_id, token, type, priority, only_user_id) VALUES ($1, gen_random_uuid(), 'standard', $2, $3) RETURNING id)
            INSERT INTO prices (store_id, campaign_id, source, cpc_minor, cpa) SELECT $1, id, 0, 150, $4::int / 100.0 FROM added`,
          [storeId, one.priority, one.forCreator ? creatorId : null, one.cpa],
        );
        break;
      case 'rules':
        await run('UPDATE commission_rules SET ended_at = now() WHERE campaign_id = $1 AND ended_at IS NULL', [
          campaignId,
        ]);
        if (one.rules.length > 0)
          await run(
            `INSERT INTO commission_rules (campaign_id, version, rules, created_by, created_at)
              SELECT $1, coalesce(max(version), 0) + 1, $2, $3, now() FROM commission_rules WHERE campaign_id = $1`,
            [
              campaignId,
              JSON.stringify(one.rules.map(({ customer, cpa }) => ({ customer, cpa_ppm: cpa * 10_000 }))),
              creatorId,
            ],
          );
        break;
      case 'active':
        await run('UPDATE campaigns SET active = $2 WHERE id = $1', [campaignId, one.active]);
        break;
      case 'status':
        await run('UPDATE participants SET status = $2 WHERE id = $1', [participantId, one.status]);
        break;
      case 'cap':
        await run('UPDATE campaigns SET max_clicks = $2 WHERE id = $1', [campaignId, one.clicks]);
        break;
    }
    await run('COMMIT', []);
  } catch (error) {
    await client.query('ROLLBACK');
    // A store has one campaign for each creator.
    expect(['TRB09', '23505']).toContain((error as { code?: string }).code);
  } finally {
    client.release();
  }
}
