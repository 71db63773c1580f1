import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../tests/harness/cast.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { linkAccess, linkScope } from './policy.ts';

/** A link of `creator` to the store of `advertiser`. */
const { application, cast } = await createPopulatedApplication();
const linkId = (await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId })).id;

interface Request {
  method: 'GET' | 'POST';
  url: string;
  body?: object;
}
const page = () => ({ url: `https://${cast.domain}/p`, dry: true });
const REQUESTS: Record<string, () => Request> = {
  'POST /v2/affiliate-links': () => ({ method: 'POST', url: '/v2/affiliate-links', body: page() }),
  'POST /v2/users/{user}/affiliate-links': () => ({
    method: 'POST',
    url: `/v2/users/${cast.ids.creator}/affiliate-links`,
    body: page(),
  }),
  'POST /v3/users/{user}/affiliate-links': () => ({
    method: 'POST',
    url: `/v3/users/${cast.ids.creator}/affiliate-links`,
    body: { url: `https://${cast.domain}/p` },
  }),
  'POST /v2/users/{user}/inspections/affiliate-link': () => ({
    method: 'POST',
    url: `/v2/users/${cast.ids.creator}/inspections/affiliate-link`,
    body: { url: `https://${cast.domain}/p` },
  }),
  'POST /deepLinkBlogPost/{id}': () => ({
    method: 'POST',
    url: `/deepLinkBlogPost/${cast.ids.creator}`,
    body: { blogPost: '<p>', dry: true },
  }),
  'GET /v2/affiliate-links/{affiliate_link}': () => ({ method: 'GET', url: `/v2/affiliate-links/${linkId}` }),
  'GET /v2/affiliate-links': () => ({ method: 'GET', url: '/v2/affiliate-links' }),
};

const everybody = [...ROLES];
const ofTheCreator: Role[] = ['creator', 'agency', 'admin'];
/** The roles that receive a 200. For all others the record does not exist. */
const ALLOWED: Record<keyof typeof REQUESTS, Role[]> = {
  'POST /v2/affiliate-links': everybody,
  'POST /v2/users/{user}/affiliate-links': ofTheCreator,
  'POST /v3/users/{user}/affiliate-links': ofTheCreator,
  'POST /v2/users/{user}/inspections/affiliate-link': ofTheCreator,
  'POST /deepLinkBlogPost/{id}': ofTheCreator,
  'GET /v2/affiliate-links/{affiliate_link}': [...ofTheCreator, 'advertiser'],
  'GET /v2/affiliate-links': everybody,
};

describe.each(Object.keys(REQUESTS))('%s', (name) => {
  it.each(ROLES)('for %s', async (role) => {
    const { status, body } = await application.call({ ...REQUESTS[name]!(), as: cast.tokens[role] });
    if (ALLOWED[name]!.includes(role)) expect(status).toBe(200);
    else {
      const kind = name.startsWith('GET') ? 'affiliate link' : 'user';
      expect([status, body]).toEqual([
        404,
        { message: `No query results for ${kind}.`, exception: 'NotFound', file: '', line: 0, trace: [] },
      ]);
    }
  });

  it.each([
    ['nothing', undefined],
    ['a token that nobody has', 'trb_unknown'],
    ['an empty one', ''],
    ['a scheme word', 'Bearer'],
  ])('answers 401 to %s', async (_what, as) => {
    const { status, body } = await application.call({ ...REQUESTS[name]!(), ...(as === undefined ? {} : { as }) });
    expect([status, body]).toEqual([401, { message: 'Unauthenticated.' }]);
  });

  it('accepts no token in the query', async () => {
    const { url, ...rest } = REQUESTS[name]!();
    const query = `?authorization=${cast.tokens.admin}&access_token=${cast.tokens.admin}&token=${cast.tokens.admin}`;
    expect((await application.call({ ...rest, url: url + query })).status).toBe(401);
  });

  it('authorizes the caller before it validates the input', async () => {
    const { method, url } = REQUESTS[name]!();
    const { status } = await application.call({ method, url: `${url}?size=x`, body: { nonsense: true } });
    expect(status).toBe(401);
    const stranger = await application.call({ method, url, as: cast.tokens.otherCreator, body: { nonsense: true } });
    expect(stranger.status).toBe(ALLOWED[name]!.includes('otherCreator') ? (method === 'GET' ? 200 : 422) : 404);
  });
});

describe("A missing record is indistinguishable from another user's record", () => {
  const BAD_IDS = [
    '0',
    '-1',
    '01',
    '1.0',
    'x',
    '%00',
    '9007199254740992',
    '9223372036854775808',
    '1e3',
    '4503599627370496',
  ];
  it.each(BAD_IDS)('for the id %s', async (id) => {
    const foreignUser = await application.call({
      method: 'POST',
      url: `/v2/users/${cast.ids.otherCreator}/affiliate-links`,
      as: cast.tokens.creator,
      body: page(),
    });
    const unknownUser = await application.call({
      method: 'POST',
      url: `/v2/users/${id}/affiliate-links`,
      as: cast.tokens.creator,
      body: page(),
    });
    expect([unknownUser.status, unknownUser.body]).toEqual([404, foreignUser.body]);
    const unknownLink = await application.call({ url: `/v2/affiliate-links/${id}`, as: cast.tokens.admin });
    const foreignLink = await application.call({ url: `/v2/affiliate-links/${linkId}`, as: cast.tokens.otherCreator });
    expect([unknownLink.status, unknownLink.body]).toEqual([404, foreignLink.body]);
  });
});

it('a list contains exactly the records that the caller can read individually', async () => {
  const { market, database } = application;
  const users = [cast.ids.creator, cast.ids.otherCreator, cast.ids.advertiser, cast.ids.agency, cast.ids.admin];
  const made: { id: number; userId: number; userAgencyId: number | null; store: { id: number } }[] = [];
  for (const userId of users) {
    for (const storeId of [cast.storeId, cast.otherStoreId]) {
      const { id } = await market.link({ userId, storeId });
      const agencies: Record<number, number> = {
        [cast.ids.creator]: cast.agencyId,
        [cast.ids.otherCreator]: cast.otherAgencyId,
      };
      made.push({ id, userId, userAgencyId: agencies[userId] ?? null, store: { id: storeId } });
    }
  }
  const actors: fc.Arbitrary<Actor> = fc.record({
    userId: fc.constantFrom(...users, 2 ** 40),
    isAdmin: fc.boolean(),
    storeIds: fc.subarray([cast.storeId, cast.otherStoreId, 2 ** 40]),
    agencyIds: fc.subarray([cast.agencyId, cast.otherAgencyId, 2 ** 40]),
    memberOfAgencyId: fc.constantFrom(null, cast.agencyId),
  });
  await fc.assert(
    fc.asyncProperty(actors, async (actor) => {
      const scope = linkScope(actor, sql`l.user_id`, sql`l.store_id`);
      const ids = sql.param(made.map(({ id }) => id));
      const { rows } = await database.db.execute<{ id: number }>(
        sql`SELECT l.id FROM links l WHERE ${scope} AND l.id = ANY (${ids}::bigint[]) ORDER BY l.id`,
      );
      const readable = made.filter((link) => {
        const store = { ...link.store, name: '', country: '', provider: null };
        return linkAccess(actor, { ...link, store }) === 'allow';
      });
      expect(rows.map(({ id }) => Number(id))).toEqual(readable.map(({ id }) => id));
    }),
    { numRuns: 60 },
  );
});
