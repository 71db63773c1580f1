import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import type { Context } from '../../../platform/context.ts';
import { pageRequest } from '../../../platform/pagination.ts';
import { listCampaigns } from './list-campaigns.ts';
import { listedCampaigns } from './list-conditions.ts';
import { CAMPAIGN_CUSTOM_SORTS, CAMPAIGN_SORT_COLUMNS, campaignOrder } from './list-order.ts';
import { compactCampaignCounts } from './list-total.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from './read-campaigns.ts';

const NOW = new Date('2030-06-15T12:00:00Z');

describe('For any campaigns', async () => {
  const { pool, db } = await createTestDatabase();
  const market = createMarket(pool);
  const userId = await market.user();
  const { rows: groups } = await pool.query('SELECT store_group_id AS id FROM stores WHERE id = $1', [
    await market.store(),
  ]);
  const groupId: number = groups[0].id;
  const context = (storeIds: number[]) =>
    ({ db, actor: { userId, isAdmin: false, storeIds }, now: () => NOW }) as unknown as Context;
  const administrator = { db, actor: { userId, isAdmin: true, storeIds: [] }, now: () => NOW } as unknown as Context;

  const day = fc.option(fc.integer({ min: -3, max: 3 }));
  const campaign = fc.record({
    shop: fc.constantFrom(0, 1, 2),
    name: fc.constantFrom('', 'Aa', 'aA', 'b%'),
    title: fc.constantFrom('', 'aa', 'C'),
    active: fc.boolean(),
    priority: fc.integer({ min: 1, max: 3 }),
    from: day,
    until: day,
    made: fc.integer({ min: -3, max: 0 }),
    maxClicks: fc.option(fc.constantFrom(0, 5)),
    deleted: fc.constantFrom(false, false, false, true),
    byMe: fc.boolean(),
    aimed: fc.boolean(),
  });
  type Campaign = typeof campaign extends fc.Arbitrary<infer One> ? One : never;

  /** Creates stores with these campaigns, in the order of their ids. */
  async function make(given: Campaign[]) {
    const stores = [await market.store(), await market.store(), await market.store()];
    const at = (days: number | null) => (days === null ? null : new Date(NOW.getTime() + days * 86_400_000));
    const campaigns = given.map((one) =>
      one.from !== null && one.until !== null && one.until <= one.from ? { ...one, until: one.from + 1 } : one,
    );
    const { rows } = await pool.query(
      `INSERT INTO campaigns (store_id, token, type, name, campaign_title, active, priority, valid_from, valid_until, created_at, max_clicks,
        deleted_at, created_by)
      SELECT store, gen_random_uuid(), 'standard', name, title, active, priority, since, until, made, clicks,
        CASE WHEN deleted THEN made END, CASE WHEN mine THEN $1::bigint END
      FROM unnest($2::bigint[], $3::text[], $4::text[], $5::bool[], $6::int[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[],
        $10::bigint[], $11::bool[], $12::bool[]) WITH ORDINALITY
        AS o (store, name, title, active, priority, since, until, made, clicks, deleted, mine, n) ORDER BY n RETURNING id`,
      [
        userId,
        campaigns.map(({ shop: store }) => stores[store]),
        campaigns.map(({ name }) => name),
        campaigns.map(({ title }) => title),
        campaigns.map(({ active }) => active),
        campaigns.map((one) => one.priority),
        campaigns.map(({ from }) => at(from)),
        campaigns.map(({ until }) => at(until)),
        campaigns.map(({ made }) => at(made)),
        campaigns.map(({ maxClicks }) => maxClicks),
        campaigns.map(({ deleted }) => deleted),
        campaigns.map(({ byMe }) => byMe),
      ],
    );
    const ids: number[] = rows.map((row) => row.id);
    await pool.query('INSERT INTO campaign_targets (campaign_id, user_id) SELECT unnest($1::bigint[]), $2', [
      ids.filter((_, at) => campaigns[at]!.aimed),
      userId,
    ]);
    return { stores, offers: campaigns.map((one, at) => ({ ...one, id: ids[at]!, storeId: stores[one.shop]! })) };
  }

  const statusOf = ({ deleted, until, maxClicks, active, from }: Campaign): CampaignStatus => {
    if (deleted) return 'deleted';
    if ((until !== null && until < 0) || maxClicks === 0) return 'ended';
    if (!active) return 'paused';
    return from !== null && from > 0 ? 'scheduled' : 'active';
  };

  it('the pages contain each campaign once that is in scope and matches the filters or the requested id', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(campaign, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.record({
          query: fc.constantFrom('', 'a', '%', 'c'),
          statuses: fc.option(fc.uniqueArray(fc.constantFrom(...CAMPAIGN_STATUSES), { minLength: 1 }), {
            nil: undefined,
          }),
          shops: fc.option(fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 }), { nil: undefined }),
          byMe: fc.boolean(),
          aimed: fc.boolean(),
          madeBefore: fc.option(fc.integer({ min: -3, max: 1 }), { nil: undefined }),
          orAt: fc.option(fc.nat({ max: 11 }), { nil: undefined }),
        }),
        fc.record({
          custom: fc.option(fc.constantFrom(...CAMPAIGN_CUSTOM_SORTS), { nil: undefined }),
          sort: fc.option(
            fc.record({ column: fc.constantFrom(...CAMPAIGN_SORT_COLUMNS), direction: fc.constantFrom('asc', 'desc') }),
            { nil: undefined },
          ),
        }),
        fc.uniqueArray(fc.constantFrom(0, 1, 2)),
        async (given, size, asked, order, memberOf) => {
          const { stores, offers: campaigns } = await make(given);
          const scope = memberOf.map((store) => stores[store]!);
          const orId = asked.orAt === undefined ? undefined : (campaigns[asked.orAt]?.id ?? 999_999_999);
          const filters = {
            query: asked.query,
            statuses: asked.statuses,
            storeIds: asked.shops?.map((store) => stores[store]!),
            createdBy: asked.byMe ? userId : undefined,
            targetUserId: asked.aimed ? userId : undefined,
            createdBefore:
              asked.madeBefore === undefined ? undefined : new Date(NOW.getTime() + asked.madeBefore * 86_400_000),
            orId,
          };
          const chosen = campaigns.filter(
            (one) =>
              scope.includes(one.storeId) &&
              (one.id === orId ||
                ((asked.statuses?.includes(statusOf(one)) ?? !one.deleted) &&
                  `${one.name}\n${one.title}`.toLowerCase().includes(asked.query) &&
                  (asked.shops?.includes(one.shop) ?? true) &&
                  (one.byMe || !asked.byMe) &&
                  (one.aimed || !asked.aimed) &&
                  (asked.madeBefore === undefined || one.made < asked.madeBefore))),
          );
          const found = [];
          for (let page = 1; ; page++) {
            const request = pageRequest({ page, size });
            const { items, total } = await listCampaigns(context(scope), { filters, order, page: request });
            expect(total).toBe(chosen.length);
            expect(items.length).toBe(Math.max(0, Math.min(size, chosen.length - (page - 1) * size)));
            found.push(...items);
            if (items.length === 0) break;
          }
          expect(found.map(({ id }) => id).sort((a, b) => a - b)).toEqual(chosen.map(({ id }) => id));
          for (const { id, status } of found) expect(status).toBe(statusOf(campaigns.find((one) => one.id === id)!));
          const whole = await listCampaigns(context(scope), {
            filters,
            order,
            page: pageRequest({ page: 1, size: 100 }),
          });
          expect(found).toEqual(whole.items);
          // The lists of all stores read stored numbers, and lists with some sort orders are read in segments.
          const { statuses, createdBefore } = filters;
          for (const filters of [
            { statuses },
            { createdBefore },
            { showForAdvertiser: true },
            { storeGroupIds: [groupId] },
          ]) {
            const listed = listedCampaigns(administrator, filters);
            const expected = await db.execute<{ id: number }>(
              sql`SELECT o.id FROM campaigns o WHERE ${listed} ORDER BY ${campaignOrder(order, NOW)}`,
            );
            const ids = expected.rows.map(({ id }) => id);
            const page = pageRequest({ page: 2, size });
            const { items, total } = await listCampaigns(administrator, { filters, order, page });
            expect([total, items.map(({ id }) => id)]).toEqual([ids.length, ids.slice(size, 2 * size)]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the stored counts follow every change, at any time', async () => {
    await make(fc.sample(campaign, { numRuns: 40, seed: 1 }));
    const now = `'${NOW.toISOString()}'::timestamptz`;
    const unused = (table: string) => `NOT EXISTS (SELECT FROM ${table} t WHERE t.campaign_id = campaigns.id)`;
    const changes = [
      'UPDATE campaigns SET active = NOT active WHERE id % 3 = 0',
      `UPDATE campaigns SET valid_from = ${now} - id % 30 * interval '1 hour', valid_until = NULL WHERE id % 4 = 0`,
      `UPDATE campaigns SET valid_until = ${now} + (id % 60 - 30) * interval '1 hour', valid_from = NULL WHERE id % 5 = 0`,
      `UPDATE campaigns SET deleted_at = CASE WHEN deleted_at IS NULL THEN ${now} END WHERE id % 7 = 0`,
      'UPDATE campaigns SET show_for_advertiser = id % 2 = 0, max_clicks = id % 3',
      'UPDATE campaign_spend SET clicks = 1 WHERE campaign_id % 2 = 0',
      `DELETE FROM campaigns WHERE id % 2 = 0 AND ${unused('campaign_targets')} AND ${unused('campaign_spend')}`,
    ];
    for (const change of changes) {
      await pool.query(change);
      if (change.startsWith('DELETE')) await compactCampaignCounts(db);
      for (const hours of [-25, -1, 0, 7, 100]) {
        const at = new Date(NOW.getTime() + hours * 3_600_000);
        const kept = await pool.query('SELECT * FROM campaign_totals($1) WHERE campaigns <> 0 ORDER BY status', [at]);
        const counted = await pool.query(
          'SELECT campaign_status(o, $1) AS status, count(*) AS campaigns FROM campaigns o GROUP BY 1 ORDER BY 1',
          [at],
        );
        expect([change, kept.rows]).toEqual([change, counted.rows]);
      }
      const { total } = await listCampaigns(administrator, {
        filters: { showForAdvertiser: false },
        page: pageRequest({ page: 1, size: 1 }),
      });
      const { rows } = await pool.query(
        'SELECT count(*) FROM campaigns WHERE deleted_at IS NULL AND NOT show_for_advertiser',
      );
      expect(total).toBe(rows[0].count);
    }
  });
});
