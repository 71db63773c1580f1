import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import type { Context } from '../../../platform/context.ts';
import { pageRequest } from '../../../platform/pagination.ts';
import { listCampaigns } from './list-campaigns.ts';
import { CAMPAIGN_CUSTOM_SORTS, CAMPAIGN_SORT_COLUMNS } from './list-order.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from './read-campaigns.ts';

const NOW = new Date('2030-06-15T12:00:00Z');

describe('For any campaigns', async () => {
  const { pool, db } = await createTestDatabase();
  const market = createMarket(pool);
  const userId = await market.user();
  const context = (storeIds: number[]) =>
    ({ db, actor: { userId, isAdmin: false, storeIds }, now: () => NOW }) as unknown as Context;

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
        ...[userId, campaigns.map(({ shop }) => stores[shop]), campaigns.map(({ name }) => name)],
        ...[
          campaigns.map(({ title }) => title),
          campaigns.map(({ active }) => active),
          campaigns.map((one) => one.priority),
        ],
        ...[campaigns.map(({ from }) => at(from)), campaigns.map(({ until }) => at(until))],
        ...[campaigns.map(({ made }) => at(made)), campaigns.map(({ maxClicks }) => maxClicks)],
        ...[campaigns.map(({ deleted }) => deleted), campaigns.map(({ byMe }) => byMe)],
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
          const scope = memberOf.map((shop) => stores[shop]!);
          const orId = asked.orAt === undefined ? undefined : (campaigns[asked.orAt]?.id ?? 999_999_999);
          const filters = {
            query: asked.query,
            statuses: asked.statuses,
            storeIds: asked.shops?.map((shop) => stores[shop]!),
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
        },
      ),
      { numRuns: 60 },
    );
  });
});
