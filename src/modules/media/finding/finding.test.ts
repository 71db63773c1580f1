import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { BAND_LIMITS, FIGURES } from './bands.ts';
import { computeResults } from './compute-results.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const get = (url: string, as: Role | null = 'advertiser') =>
  application.call({ url, ...(as !== null && { as: tokens[as] }) });
const base = `/v2/stores/${storeId}/creators`;

interface Made {
  bio?: string;
  name?: string;
  country?: string;
  languages?: string[];
  topics?: number[];
  /** Followers by platform; negative: proven. */
  channels?: Record<string, number>;
  isListed?: boolean;
  showsResults?: boolean;
}

/** A creator with a profile, who is listed unless the options say otherwise. */
async function creator(made: Made = {}): Promise<number> {
  const id = await market.user();
  await query('UPDATE users SET country = $2, display_name = $3 WHERE id = $1', id, made.country, made.name);
  await query(
    `INSERT INTO creator_profiles (user_id, bio, languages, is_listed, shows_results, updated_at) VALUES ($1, $2, $3, $4, $5, now())`,
    id,
    made.bio ?? '',
    made.languages ?? [],
    made.isListed ?? true,
    made.showsResults ?? false,
  );
  for (const topic of made.topics ?? [])
    await query('INSERT INTO creator_topics (user_id, category_id) VALUES ($1, $2)', id, topic);
  for (const [platform, followers] of Object.entries(made.channels ?? {}))
    await query(
      `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers, proven_by, proven_at)
       VALUES ($1, 'social', $2, $3, 'https://x.example/', abs($4::bigint), CASE WHEN $4 < 0 THEN 'page' END, CASE WHEN $4 < 0 THEN now() END)`,
      id,
      platform,
      `n${id}`,
      followers,
    );
  return id;
}

/** Ids that a search finds, on all pages. */
async function found(filters = '', as: Role = 'advertiser', url = base): Promise<number[]> {
  const ids: number[] = [];
  let after = '';
  do {
    const { status, body } = await get(`${url}?size=100&${filters}${after}`, as);
    expect([filters, status, body.errors]).toEqual([filters, 200, undefined]);
    ids.push(...body.data.map((one: { user_id: number }) => one.user_id));
    after = body.meta.has_more ? `&after=${body.meta.next_cursor}` : '';
  } while (after !== '');
  return ids;
}

const today = new Date();
const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
const compute = async () => {
  await query('DELETE FROM creator_result_day');
  return computeResults({ db: database.db, now: () => today }, createCalendar('UTC'));
};
const stores = [storeId, otherStoreId, await market.store(), await market.store()];
/** Results at the first stores, with a link of its own at each. */
async function worked(userId: number, parts: readonly (readonly [clicks: number, orders: number])[]) {
  for (const [at, [clicks, orders]] of parts.entries())
    await query(
      `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks, orders) VALUES ($1, $2, 0, $3, $4, $5, $6)`,
      1_000_000 + userId * 10 + at,
      daysAgo(10),
      stores[at],
      userId,
      clicks,
      orders,
    );
}

const [sport, food] = [await market.category(), await market.category()];
const word = `w${unique().toLowerCase().replace(/\W/g, '')}`;
const anna = await creator({
  bio: `I hike, ${word}.`,
  name: 'Anna Hikes',
  country: 'SE',
  languages: ['sv', 'en'],
  topics: [sport],
  channels: { instagram: -40_000, tiktok: 90_000 },
});
const ben = await creator({
  bio: `Ich koche, ${word}.`,
  country: 'DE',
  languages: ['de'],
  topics: [food, sport],
  channels: { youtube: 12_000 },
});
const shy = await creator({
  bio: `I hike too, ${word}.`,
  name: 'Anna Hides',
  country: 'SE',
  languages: ['sv', 'en'],
  topics: [sport],
  channels: { instagram: -41_000, tiktok: 91_000 },
  isListed: false,
  showsResults: true,
});
await worked(shy, [
  [1_000, 50],
  [1_000, 50],
  [1_000, 50],
]);
await compute();

/** Filters, whom they find, and whether they would find the creator who is not listed. */
const FILTERS: [string, number[], boolean][] = [
  [`q=${word}`, [anna, ben], true],
  [`q=${word}%20hik`, [anna], true],
  [`q=Anna&topics[]=${sport}`, [anna], true],
  [`topics[]=${sport}`, [anna, ben], true],
  [`topics[]=${food}`, [ben], false],
  [`topics[]=${food}&topics[]=${sport}`, [anna, ben], true],
  [`q=${word}&country=SE`, [anna], true],
  [`q=${word}&languages[]=de`, [ben], false],
  [`q=${word}&languages[]=de&languages[]=en`, [anna, ben], true],
  [`topics[]=${sport}&platform=instagram`, [anna], true],
  [`topics[]=${sport}&platform=instagram&followers_from=40000&followers_to=50000`, [anna], true],
  [`topics[]=${sport}&platform=tiktok&followers_to=89999`, [], false],
  [`topics[]=${sport}&followers_from=90000`, [anna], true],
  [`topics[]=${sport}&followers_to=12000`, [ben], false],
  [`topics[]=${sport}&is_verified=true`, [anna], true],
  [`topics[]=${sport}&is_verified=false`, [ben], false],
  [`topics[]=${sport}&platform=tiktok&is_verified=true`, [], false],
  [`q=${word}&worked_together=false`, [anna, ben], false],
  [`q=${word}&worked_together=true`, [], true],
  ['q=%2B', [], false],
];

describe('The search for creators', () => {
  it.each(FILTERS)(
    'with %s finds those whom it describes, and nobody who is not listed',
    async (filters, expected, wouldFind) => {
      for (const order of ['followers', 'newest'])
        expect(sorted(await found(`${filters}&order=${order}`))).toEqual(sorted(expected));
      if (!filters.includes('worked'))
        expect(sorted(await found(filters, 'admin', '/v2/admin/creators'))).toEqual(sorted(expected));
      // The control: the same search finds the creator who is not listed as soon as they are.
      await query('UPDATE creator_profiles SET is_listed = true WHERE user_id = $1', shy);
      const listed = await found(filters);
      await query('UPDATE creator_profiles SET is_listed = false WHERE user_id = $1', shy);
      expect(sorted(listed)).toEqual(sorted(wouldFind ? [...expected, shy] : expected));
      expect(await found(filters)).not.toContain(shy);
    },
  );

  it('sorts by followers, at the platform if one is named, and continues behind a cursor without repeats', async () => {
    const tag = await market.category();
    const ids: number[] = [];
    for (const followers of [500, 300, 300, 300, 100])
      ids.push(await creator({ topics: [tag], channels: { instagram: followers, tiktok: 1_000 - followers } }));
    const [a, b, c, d, e] = ids as [number, number, number, number, number];
    const pages = async (rest: string) => {
      const all: number[] = [];
      let after = '';
      for (let page = 0; page < 3; page += 1) {
        const { body } = await get(`${base}?topics[]=${tag}&size=2&${rest}${after}`);
        all.push(...body.data.map((one: { user_id: number }) => one.user_id));
        after = `&after=${body.meta.next_cursor}`;
        expect(body.meta.has_more).toBe(page < 2);
      }
      return all;
    };
    expect(await pages('platform=instagram')).toEqual([a, d, c, b, e]);
    expect(await pages('platform=tiktok')).toEqual([e, d, c, b, a]);
    expect(await pages('order=newest')).toEqual([e, d, c, b, a]);
    expect(await pages('order=followers')).toEqual([e, d, c, b, a]);
  });

  it.each([
    ['after', 'after=x'],
    ['after', `after=${Buffer.from('newest:1:1').toString('base64url')}`],
    ['country', 'country=sweden'],
    ['languages.0', 'languages[]=xx'],
    ['platform', 'platform=friendster'],
    ['followers_from', 'followers_from=-1'],
    ['clicks_band', 'clicks_band=6'],
    ['order', 'order=email'],
    ['size', 'size=101'],
    ['topics.0', 'topics[]=0'],
  ])('refuses a wrong %s (%s)', async (field, filters) => {
    const { status, body } = await get(`${base}?${filters}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('is for members of the store and administrators', async () => {
    const statuses: Record<string, number[]> = {};
    for (const as of [null, 'creator', 'agency', 'otherAdvertiser', 'advertiser', 'admin'] as const)
      statuses[`${as}`] = [
        (await get(base, as)).status,
        (await get(`${base}/${anna}`, as)).status,
        (await get('/v2/admin/creators', as)).status,
      ];
    expect(statuses).toEqual({
      null: [401, 401, 401],
      creator: [403, 403, 403],
      agency: [403, 403, 403],
      otherAdvertiser: [403, 403, 403],
      advertiser: [200, 200, 403],
      admin: [200, 200, 200],
    });
  });

  it('leaves out creators whom the store has blocked, also by tag or agency, and other stores find them', async () => {
    const agency = await market.agency();
    const tag = await market.category();
    const [one, byTag, byAgency, free] = [
      await creator({ topics: [tag] }),
      await creator({ topics: [tag] }),
      await creator({ topics: [tag] }),
      await creator({ topics: [tag] }),
    ];
    await query('UPDATE users SET agency_id = $2 WHERE id = $1', byAgency, agency);
    const userTag = await market.userTag({ userIds: [byTag] });
    for (const [column, value] of [
      ['user_id', one],
      ['user_tag_id', userTag],
      ['agency_id', agency],
    ] as const)
      await query(`INSERT INTO blocklist (store_id, ${column}) VALUES ($1, $2)`, storeId, value);
    expect(await found(`topics[]=${tag}`)).toEqual([free]);
    for (const hidden of [one, byTag, byAgency]) expect((await get(`${base}/${hidden}`)).status).toBe(404);
    const other = await found(`topics[]=${tag}`, 'otherAdvertiser', `/v2/stores/${otherStoreId}/creators`);
    expect(sorted(other)).toEqual(sorted([one, byTag, byAgency, free]));
  });
});

describe('A creator who is found', () => {
  it('is shown with profile and channels, and without address, username of a named person, and consents', async () => {
    const { status, body } = await get(`${base}/${anna}`);
    expect([status, body]).toMatchObject([
      200,
      {
        user_id: anna,
        name: 'Anna Hikes',
        country: 'SE',
        languages: ['sv', 'en'],
        followers: 90_000,
        channels: [
          { platform: 'instagram', is_proven: true, followers: null, stated_followers: 40_000 },
          { platform: 'tiktok', is_proven: false, stated_followers: 90_000 },
        ],
        results: { clicks: null, orders: null, conversion: null, approval: null },
        own_results: null,
        has_worked_together: false,
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/@example|email|token|is_listed|shows_results/);
    for (const id of [shy, 999_999_999, cast.ids.admin, cast.ids.creator])
      expect([id, (await get(`${base}/${id}`)).status]).toEqual([id, 404]);
  });

  it('is found no longer from the moment in which they withdraw, or are suspended, unproven or erased', async () => {
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    const ways: Record<string, (id: number) => Promise<unknown>> = {
      withdrawn: async (id) =>
        application.call({
          method: 'PATCH',
          url: `/v2/users/${id}/profile`,
          as: await application.tokenOf(id),
          body: { is_listed: false },
        }),
      suspended: (id) => query('UPDATE users SET suspended_at = now() WHERE id = $1', id),
      unproven: (id) => query('UPDATE users SET email_unproven = true WHERE id = $1', id),
      waiting: (id) => query('UPDATE users SET awaits_approval = true WHERE id = $1', id),
      administrator: (id) => query('UPDATE users SET is_admin = true WHERE id = $1', id),
      erased: (id) => eraseUser({ db: database.db, now: () => new Date() }, { userId: id, actorId: null }),
    };
    for (const [way, end] of Object.entries(ways)) {
      const tag = await market.category();
      const id = await creator({ topics: [tag], channels: { instagram: 10 }, showsResults: true });
      await worked(id, [[10, 1]]);
      await compute();
      expect([way, await found(`topics[]=${tag}`), (await get(`${base}/${id}`)).status]).toEqual([way, [id], 200]);
      await end(id);
      expect([way, await found(`topics[]=${tag}`), (await get(`${base}/${id}`)).status]).toEqual([way, [], 404]);
      await compute();
      expect([way, await found(`topics[]=${tag}`)]).toEqual([way, []]);
      expect(await query('SELECT FROM listed_creators WHERE user_id = $1', id)).toEqual([]);
      if (way === 'erased') expect(await query('SELECT FROM creator_results WHERE user_id = $1', id)).toEqual([]);
    }
  });

  it('is searched by what they have changed last', async () => {
    const tag = await market.category();
    const id = await creator();
    const as = await application.tokenOf(id);
    const send = (method: 'PATCH' | 'POST' | 'DELETE', url: string, body?: object) =>
      application.call({ method, url: `/v2/users/${id}/${url}`, as, ...(body && { body }) });
    await send('PATCH', 'profile', { topics: [tag], bio: 'Zebras.' });
    expect(await found(`topics[]=${tag}&q=zebras`)).toEqual([id]);
    const { body } = await send('POST', 'channels', { platform: 'twitch', address: `zz${id}`, stated_followers: 77 });
    expect(await found(`topics[]=${tag}&platform=twitch&followers_from=77`)).toEqual([id]);
    expect(await found(`q=zz${id}`)).toEqual([id]);
    await send('PATCH', `channels/${body.id}`, { stated_followers: 76 });
    expect(await found(`topics[]=${tag}&platform=twitch&followers_from=77`)).toEqual([]);
    await send('DELETE', `channels/${body.id}`);
    expect(await found(`topics[]=${tag}&platform=twitch`)).toEqual([]);
    await query("UPDATE users SET country = 'FI' WHERE id = $1", id);
    expect(await found(`topics[]=${tag}&country=FI`)).toEqual([id]);
    await send('PATCH', 'profile', { topics: [] });
    expect(await found(`topics[]=${tag}`)).toEqual([]);
  });

  it('keeps each change of several at the same time', async () => {
    const tag = await market.category();
    const id = await creator();
    const as = await application.tokenOf(id);
    const call = (method: 'PATCH' | 'POST', url: string, body: object) =>
      application.call({ method, url: `/v2/users/${id}/${url}`, as, body });
    await Promise.all([
      call('PATCH', 'profile', { topics: [tag] }),
      call('POST', 'channels', { platform: 'tiktok', address: `at${id}`, stated_followers: 5 }),
      call('PATCH', 'profile', { languages: ['fi'] }),
      call('POST', 'channels', { platform: 'instagram', address: `at${id}`, stated_followers: 9 }),
    ]);
    expect(await found(`topics[]=${tag}&languages[]=fi&platform=tiktok&followers_from=5`)).toEqual([id]);
    expect(await found(`topics[]=${tag}&followers_from=9`)).toEqual([id]);
  });
});

describe('Results of creators in bands', () => {
  const even = [
    [400, 8],
    [400, 8],
    [400, 8],
  ] as const;

  it('have the limits with which the database computes them', async () => {
    for (const figure of FIGURES)
      expect((await query('SELECT band_limits($1) AS limits', figure))[0].limits.map(Number)).toEqual(
        BAND_LIMITS[figure],
      );
  });

  it('are shown with consent, from three stores, without a store that dominates, and never exactly', async () => {
    const tag = await market.category();
    const cases: [Made, readonly (readonly [number, number])[]][] = [
      [{ showsResults: true }, even],
      [{ showsResults: false }, even],
      [{ showsResults: true }, even.slice(1)],
      [
        { showsResults: true },
        [
          [1_000, 20],
          [100, 2],
          [100, 2],
        ],
      ],
    ];
    const ids: number[] = [];
    for (const [made, parts] of cases) {
      const id = await creator({ ...made, topics: [tag] });
      await worked(id, parts);
      ids.push(id);
    }
    await compute();
    const [shown, ...hidden] = ids as [number, ...number[]];
    const read = async (id: number) => (await get(`${base}/${id}`)).body;
    expect((await read(shown)).results).toEqual({
      clicks: { band: 3, from: 1_000, below: 10_000 },
      orders: { band: 2, from: 10, below: 100 },
      conversion: { band: 4, from: 0.02, below: 0.05 },
      approval: null,
    });
    for (const id of hidden)
      expect((await read(id)).results).toEqual({ clicks: null, orders: null, conversion: null, approval: null });
    for (const filters of ['clicks_band=1', 'orders_band=1', 'conversion_band=1', 'order=clicks', 'order=conversion'])
      expect([filters, await found(`topics[]=${tag}&${filters}`)]).toEqual([filters, [shown]]);
    expect(await found(`topics[]=${tag}&clicks_band=4`)).toEqual([]);
    expect(await found(`topics[]=${tag}&approval_band=1`)).toEqual([]);
    // A withdrawal ends them at once; consent brings them back.
    await query('UPDATE creator_profiles SET shows_results = false WHERE user_id = $1', shown);
    expect([(await read(shown)).results.clicks, await found(`topics[]=${tag}&clicks_band=1`)]).toEqual([null, []]);
    await compute();
    expect((await read(shown)).results.clicks).toBe(null);
    await query('UPDATE creator_profiles SET shows_results = true WHERE user_id = $1', shown);
    expect((await read(shown)).results.clicks.band).toBe(3);
  });

  it('are exact for the store itself, and only its own', async () => {
    const id = await creator();
    await worked(id, [
      [123, 7],
      [456, 9],
    ]);
    await query(
      `INSERT INTO link_days (link_id, day, campaign_id, store_id, user_id, clicks) VALUES (7, $1, 0, $2, $3, 1000), (7, $4, 0, $2, $3, 1000)`,
      daysAgo(91),
      storeId,
      id,
      daysAgo(0),
    );
    await compute();
    const own = { approved_orders: 0, denied_orders: 0 };
    const read = async (as: Role, url: string) => (await get(`${url}/${id}`, as)).body;
    expect(await read('advertiser', base)).toMatchObject({
      own_results: { clicks: 123, orders: 7, ...own },
      has_worked_together: true,
    });
    const other = await read('otherAdvertiser', `/v2/stores/${otherStoreId}/creators`);
    expect(other.own_results).toEqual({ clicks: 456, orders: 9, ...own });
    expect(JSON.stringify(other)).not.toContain('123');
    const third = await application.call({ url: `/v2/stores/${stores[2]}/creators/${id}`, as: tokens.admin });
    expect(third.body).toMatchObject({ own_results: null, has_worked_together: false });
    expect(await found('worked_together=true')).toContain(id);
    expect(await found('worked_together=false')).not.toContain(id);
  });

  it('are computed once a day, and follow the results', async () => {
    const id = await creator({ showsResults: true });
    await worked(id, even);
    await compute();
    const again = await computeResults({ db: database.db, now: () => today }, createCalendar('UTC'));
    expect(again).toBe(null);
    await query('UPDATE link_days SET clicks = 40 WHERE user_id = $1', id);
    const later = new Date(today.getTime() + 86_400_000);
    expect(await computeResults({ db: database.db, now: () => later }, createCalendar('UTC'))).toBe(1);
    expect((await get(`${base}/${id}`)).body.results.clicks.band).toBe(2);
    await query('DELETE FROM link_days WHERE user_id = $1', id);
    await compute();
    expect((await get(`${base}/${id}`)).body).toMatchObject({ results: { clicks: null }, own_results: null });
  });
});

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
