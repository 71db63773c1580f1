import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import type { Context } from '../../../platform/context.ts';
import { pageRequest } from '../../../platform/pagination.ts';
import { listCreatorStores } from './list-creator-stores.ts';
import { listStores } from './list-stores.ts';

describe('Whatever the stores are', async () => {
  const database = await createTestDatabase();
  const { pool, db } = database;
  const market = createMarket(pool);
  const userId = await market.user();
  const context = (storeIds: number[], isAdmin: boolean) =>
    ({
      db,
      now: () => new Date(),
      actor: { userId, isAdmin, storeIds, agencyIds: [], memberOfAgencyId: null },
    }) as unknown as Context;

  const store = fc.record({
    name: fc.constantFrom('Aa', 'aA', 'Ab%', 'b_', 'Åä', 'åÄ a'),
    rank: fc.option(fc.integer({ min: 1, max: 3 })),
    state: fc.constantFrom('open', 'open', 'open', 'hidden', 'deactivated', 'deleted', 'unproven'),
    isMine: fc.boolean(),
    blocksMe: fc.boolean(),
  });
  type Store = typeof store extends fc.Arbitrary<infer One> ? One : never;

  /** Creates a separate market with these stores, in the order of their ids. */
  async function open(stores: Store[]) {
    const storeGroupId = await market.storeGroup();
    const categoryId = await market.category();
    const { rows } = await pool.query(
      `INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key,
        toplist_rank, hidden, deactivated_at, deleted_at)
      SELECT $1, name, 'SE', 'SEK', 'sv', 'sv_SE', gen_random_uuid(), rank, state = 'hidden',
        CASE WHEN state = 'deactivated' THEN now() END, CASE WHEN state = 'deleted' THEN now() END
      FROM unnest($2::text[], $3::int[], $4::text[]) WITH ORDINALITY AS s (name, rank, state, n) ORDER BY n RETURNING id`,
      [storeGroupId, stores.map(({ name }) => name), stores.map(({ rank }) => rank), stores.map(({ state }) => state)],
    );
    const ids: number[] = rows.map((row) => row.id);
    await pool.query(
      `INSERT INTO store_domains (store_id, host, standing)
       SELECT id, 's' || id || '.example', CASE state WHEN 'unproven' THEN 'unproven' ELSE 'consented' END
       FROM unnest($1::bigint[], $2::text[]) AS s (id, state)`,
      [ids, stores.map(({ state }) => state)],
    );
    await pool.query('INSERT INTO store_categories SELECT unnest($1::bigint[]), $2', [ids, categoryId]);
    await pool.query('INSERT INTO blocklist (store_id, user_id) SELECT unnest($1::bigint[]), $2', [
      ids.filter((_, at) => stores[at]!.blocksMe),
      userId,
    ]);
    return { storeGroupId, categoryId, stores: stores.map((one, at) => ({ ...one, id: ids[at]! })) };
  }

  /** Every page in turn; all state the same total. */
  async function walk<Item>(
    size: number,
    read: (page: ReturnType<typeof pageRequest>) => Promise<{ items: readonly Item[]; total: number }>,
  ) {
    const found: Item[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await read(pageRequest({ page, size }));
      found.push(...items);
      if (items.length === 0) {
        expect(total).toBe(found.length);
        return found;
      }
      expect(items.length).toBeLessThanOrEqual(size);
    }
  }

  it('pages of stores show each that the caller knows of and the query finds once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(store, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('', 'a', 'A', '%', '_', 'å', 'zz'),
        fc.constantFrom('id', 'name'),
        fc.constantFrom('asc', 'desc'),
        fc.boolean(),
        async (given, size, query, column, direction, isAdmin) => {
          const { storeGroupId, stores } = await open(given);
          const mine = stores.filter((one) => one.isMine).map(({ id }) => id);
          const sort = { column, direction } as const;
          const found = await walk(size, (page) =>
            listStores(context(mine, isAdmin), { query, storeGroupId, sort, page }),
          );
          const wanted = stores
            .filter(
              ({ state, isMine }) =>
                state === 'open' || state === 'unproven' || (state !== 'deleted' && (isMine || isAdmin)),
            )
            .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
            .sort((a, b) => (column === 'id' ? 0 : a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || a.id - b.id);
          if (direction === 'desc') wanted.reverse();
          expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('pages of advertisers show each that the creator can choose once, the toplist first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(store, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (given, size) => {
        const { categoryId, stores } = await open(given);
        const found = await walk(size, (page) => listCreatorStores(context([], false), { userId, categoryId, page }));
        const place = ({ rank }: Store) => rank ?? Number.POSITIVE_INFINITY;
        const wanted = stores
          .filter(({ state, blocksMe }) => state === 'open' && !blocksMe)
          .sort((a, b) => (place(a) === place(b) ? a.id - b.id : place(a) - place(b)));
        expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      }),
      { numRuns: 60 },
    );
  });
});
