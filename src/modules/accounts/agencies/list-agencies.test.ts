import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { agenciesKnownTo } from './list-agencies.ts';

const { application, cast } = await createPopulatedApplication();
/** The market of `advertiser`'s store, with two agencies; `creator`'s agency is one of them. */
let market: number;
let otherMarket: number;
let neighbour: number;
let elsewhere: number;
beforeAll(async () => {
  const groups = await query('SELECT id, store_group_id AS "group" FROM stores ORDER BY id');
  [market, otherMarket] = groups.map(({ group }) => group) as [number, number];
  // Names without digits, which would be found by ids.
  await query(
    `UPDATE agencies SET name = 'Own', store_group_id = $2, agency_share = 0.125 WHERE id = $1`,
    cast.agencyId,
    market,
  );
  await query(`UPDATE agencies SET name = 'Other' WHERE id = $1`, cast.otherAgencyId);
  neighbour = await agency({ name: 'Neighbour', storeGroupId: market });
  elsewhere = await agency({ name: 'Elsewhere', storeGroupId: otherMarket });
});

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
async function agency({ name, ...values }: { name: string; storeGroupId?: number; agencyShare?: number }) {
  const id = await application.market.agency(values);
  await query('UPDATE agencies SET name = $2 WHERE id = $1', id, name);
  return id;
}
const get = (queryString = '', as: string | undefined = cast.tokens.admin) =>
  application.call({ url: `/v2/clients?${queryString}`, as });
async function namesOf(queryString: string, as?: string): Promise<string[]> {
  const { status, body } = await get(queryString, as);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.map(({ name }: { name: string }) => name);
}
const idsOf = async (queryString: string, as?: string): Promise<number[]> =>
  (await get(queryString, as)).body.data.map(({ id }: { id: number }) => id);

describe('GET /v2/clients', () => {
  it('sorts by the share that the caller may see, so that the order reveals nothing', async () => {
    const as = async (sort: string, role: Role) =>
      (await get(`sort_by=${sort}&size=500`, cast.tokens[role])).body.data.map(
        ({ id, revenue_share }: { id: number; revenue_share: number }) => [revenue_share, id],
      );
    await query('UPDATE agencies SET agency_share = 0.4 WHERE id = $1', neighbour);
    for (const role of ['admin', 'agency', 'advertiser'] as const) {
      const rising = await as('revenue_share:asc', role);
      const sorted = [...rising].sort(([a, i], [b, j]) => a - b || i - j);
      expect(rising).toEqual(sorted);
      expect(await as('revenue_share:desc', role)).toEqual(sorted.reverse());
    }
    await query('UPDATE agencies SET agency_share = 0 WHERE id = $1', neighbour);
    const paying = (await get('sort_by=has_own_payment_system:desc&size=500')).body.data;
    expect(paying.map((one: { has_own_payment_system: boolean }) => Number(one.has_own_payment_system))).toEqual(
      paying
        .map((one: { has_own_payment_system: boolean }) => Number(one.has_own_payment_system))
        .sort()
        .reverse(),
    );
  });

  it('lists id, name, who pays and the share, in the envelope of version 2', async () => {
    const id = await agency({ name: 'Whole', agencyShare: 0.15 });
    await query('UPDATE agencies SET own_payment_system = true WHERE id = $1', id);
    const { status, body } = await get(`query=${id}`);
    expect([status, body.data]).toEqual([
      200,
      [{ id, name: 'Whole', has_own_payment_system: true, revenue_share: 0.15 }],
    ]);
    expect(body.meta).toMatchObject({ per_page: 20, total: 1, path: '/v2/clients' });
    expect((await get('size=500')).body.meta.per_page).toBe(500);
  });

  it('requires a token', async () => {
    const { status, body } = await application.call({ url: '/v2/clients' });
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it.each<[string, string, RegExp]>([
    ['size=501', 'size', /at most 500/],
    ['size=0', 'size', /at least 1/],
    ['page=0', 'page', /at least 1/],
    [`query=${'a'.repeat(129)}`, 'query', /at most 128/],
    ['query=%00', 'query', /NUL/],
    ['advertiser_group_ids[]=x', 'advertiser_group_ids.0', /whole number/],
    ['sort_by=client_share:asc', 'sort_by', /id, name/],
    ['sort_by=name', 'sort_by', /column:direction/],
  ])('names the invalid field of ?%s', async (queryString, field, says) => {
    const { status, body } = await get(queryString);
    expect([status, body.errors]).toEqual([422, { [field]: [expect.stringMatching(says)] }]);
  });

  it('accepts at most 1000 groups', async () => {
    const groups = (count: number) =>
      Array.from({ length: count }, (_, index) => `advertiser_group_ids[]=${index + 1}`);
    expect((await get(groups(1000).join('&'))).status).toBe(200);
    expect((await get(groups(1001).join('&'))).status).toBe(422);
  });
});

describe('A query of clients', () => {
  beforeAll(async () => {
    for (const name of ['Fifty% Talent', 'Fifty_Talent', 'FiftyxTalent', 'Byrå Åre', 'Back\\slash'])
      await agency({ name });
    const agencyId = await agency({ name: 'Tiered' });
    await application.market.tier({ agencyId });
    await query(`UPDATE revenue_tiers SET name = 'Guld %' WHERE agency_id = $1`, agencyId);
  });

  it.each([
    ['a part of a name in any case', 'BYRÅ å', ['Byrå Åre']],
    ['a part of a tier’s name', 'guld', ['Tiered']],
    ['a percent sign literally', 'y% t', ['Fifty% Talent']],
    ['a percent sign in a tier’s name', 'd %', ['Tiered']],
    ['an underscore literally', 'fifty_', ['Fifty_Talent']],
    ['a backslash literally', 'k\\s', ['Back\\slash']],
    ['nothing for an unknown text', 'no such name', []],
    ['128 characters', 'å'.repeat(128), []],
  ])('finds %s', async (_what, text, found) => {
    expect(await namesOf(`query=${encodeURIComponent(text)}`)).toEqual(found);
  });

  it('finds a client by its complete id only', async () => {
    const id = await agency({ name: 'By its id' });
    expect(await idsOf(`query=${id}`)).toContain(id);
    expect(await idsOf(`query=0${id}`)).not.toContain(id);
    expect(await idsOf(`query=${'9'.repeat(19)}`)).toEqual([]);
  });

  it('is ignored if it is empty', async () => {
    expect((await get('query=')).body.meta.total).toBe((await get()).body.meta.total);
  });

  it('is combined with markets', async () => {
    expect(await idsOf(`advertiser_group_ids[]=${market}`)).toEqual([cast.agencyId, neighbour]);
    expect(await idsOf(`advertiser_group_ids[]=${market}&advertiser_group_ids[]=${otherMarket}&query=e`)).toEqual(
      expect.arrayContaining([neighbour, elsewhere]),
    );
    expect(await idsOf(`advertiser_group_ids[0]=${otherMarket}&query=neigh`)).toEqual([]);
    expect(await idsOf('advertiser_group_ids[]=4503599627370496')).toEqual([]);
  });
});

describe('Which clients are listed', () => {
  it.each<[Role, () => number[]]>([
    ['creator', () => []],
    ['otherCreator', () => []],
    ['agency', () => [cast.agencyId]],
    ['otherAgency', () => [cast.otherAgencyId]],
    ['advertiser', () => [cast.agencyId, neighbour]],
    ['otherAdvertiser', () => [elsewhere]],
  ])('for the role %s', async (role, listed) => {
    const { body } = await get('', cast.tokens[role]);
    expect([body.data.map(({ id }: { id: number }) => id), body.meta.total]).toEqual([listed(), listed().length]);
    // No filter shows further agencies.
    const groups = `advertiser_group_ids[]=${market}&advertiser_group_ids[]=${otherMarket}`;
    const some = await idsOf(groups, cast.tokens[role]);
    expect(listed()).toEqual(expect.arrayContaining(some));
    for (const id of [cast.agencyId, cast.otherAgencyId, neighbour, elsewhere])
      expect(await idsOf(`query=${id}`, cast.tokens[role])).toEqual(listed().includes(id) ? [id] : []);
  });

  it('for an administrator: all of them', async () => {
    const [{ count }] = await query('SELECT count(*) FROM agencies');
    expect((await get('')).body.meta.total).toBe(count);
  });

  it('not for members of a deleted store', async () => {
    const storeId = await application.market.store({ storeGroupId: market });
    const userId = await application.market.user();
    await application.market.member(storeId, userId);
    const as = await application.tokenOf(userId);
    expect(await idsOf('', as)).toEqual([cast.agencyId, neighbour]);
    await query('UPDATE stores SET deleted_at = now() WHERE id = $1', storeId);
    expect(await idsOf('', as)).toEqual([]);
  });

  it.each<[Role, number]>([
    ['admin', 0.125],
    ['agency', 0.125],
    ['advertiser', 0],
  ])('with its share for %s: %d', async (role, share) => {
    const { body } = await get(`query=${cast.agencyId}`, cast.tokens[role]);
    expect(body.data).toMatchObject([{ id: cast.agencyId, revenue_share: share }]);
  });

  it('in pages that contain each of them once, in any order', async () => {
    const all = (await get('size=500')).body.data as { id: number; name: string }[];
    for (let count = 0; count < 5; count++) await agency({ name: 'Same name' });
    for (const sort of ['id:asc', 'id:desc', 'name:asc', 'name:desc']) {
      const whole = await idsOf(`sort_by=${sort}&size=500`);
      const pages: number[] = [];
      for (let page = 1; pages.length < whole.length; page++) {
        const next = await idsOf(`sort_by=${sort}&size=3&page=${page}`);
        expect(next.length).toBeGreaterThan(0);
        pages.push(...next);
      }
      expect(pages).toEqual(whole);
      expect(new Set(whole).size).toBe(all.length + 5);
    }
    expect(await idsOf('sort_by=id:desc&size=500')).toEqual((await idsOf('size=500')).reverse());
    expect(await namesOf('sort_by=name:desc&query=fifty')).toEqual(
      (await namesOf('sort_by=name:asc&query=fifty')).reverse(),
    );
  });

  it('are those that the caller represents or that share a market with a store of the caller; for administrators all', async () => {
    const rows: { id: number; group: number | null }[] = await query(
      'SELECT id, store_group_id AS "group" FROM agencies',
    );
    const marketOf: Record<number, number> = { [cast.storeId]: market, [cast.otherStoreId]: otherMarket };
    const actors: fc.Arbitrary<Actor> = fc.record({
      userId: fc.nat(),
      isAdmin: fc.boolean(),
      storeIds: fc.subarray([cast.storeId, cast.otherStoreId, 2 ** 40]),
      agencyIds: fc.subarray([cast.agencyId, cast.otherAgencyId, 2 ** 40]),
      memberOfAgencyId: fc.constantFrom(null, cast.agencyId),
    });
    await fc.assert(
      fc.asyncProperty(actors, async (actor) => {
        const { rows: listed } = await application.database.db.execute<{ id: number }>(
          sql`SELECT c.id FROM agencies c WHERE ${agenciesKnownTo(actor)} ORDER BY c.id`,
        );
        const markets = actor.storeIds.map((id) => marketOf[id]);
        const known = rows.filter(
          ({ id, group }) =>
            actor.isAdmin || actor.agencyIds.includes(id) || (group !== null && markets.includes(group)),
        );
        expect(listed.map(({ id }) => id).sort()).toEqual(known.map(({ id }) => id).sort());
      }),
      { numRuns: 40 },
    );
  });
});

describe('POST /clients/check', () => {
  const check = (as?: string) =>
    application.call({ method: 'POST', url: '/clients/check', ...(as === undefined ? {} : { as }) });
  const nameOf = async (id: number) => (await query('SELECT name FROM agencies WHERE id = $1', id))[0].name;

  it.each(ROLES)('for the role %s', async (role) => {
    const agencyIds: Partial<Record<Role, number>> = {
      creator: cast.agencyId,
      otherCreator: cast.otherAgencyId,
      agency: cast.agencyId,
      otherAgency: cast.otherAgencyId,
    };
    const { status, body } = await check(cast.tokens[role]);
    const agencyId = agencyIds[role];
    if (agencyId !== undefined) expect([status, body]).toEqual([200, { name: await nameOf(agencyId) }]);
    else expect([status, body]).toMatchObject([400, { status: 400, error: 'no_client' }]);
  });

  it('names the client that the caller represents before the one that the caller belongs to, and of several the first', async () => {
    const userId = await application.market.user({ agencyId: cast.agencyId });
    for (const id of [elsewhere, neighbour]) await application.market.representative(id, userId);
    expect((await check(await application.tokenOf(userId))).body).toEqual({ name: 'Neighbour' });
  });

  it('requires a token', async () => {
    expect(await check()).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
  });
});
