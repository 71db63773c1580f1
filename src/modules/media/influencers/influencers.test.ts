import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
beforeEach(() => run('DELETE FROM influencers'));

const run = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const NONE = 2 ** 53 - 1;
const get = (path: string, as: Role | null = 'advertiser') =>
  application.call({ url: path, ...(as === null ? {} : { as: cast.tokens[as] }) });
const list = async (query = '', path = 'influencers') => {
  const { status, body } = await get(`/advertiser/stores/${cast.storeId}/${path}?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const ids = async (query = '', path?: string) => (await list(query, path)).data.map(({ id }: { id: number }) => id);

/** Creates an influencer whose followers are on one account. */
async function influencer(values: Record<string, unknown> = {}, followers = 0): Promise<number> {
  const userId = await application.market.user();
  const row = { user_id: userId, data_downloaded_at: new Date(), ...values };
  const names = Object.keys(row);
  await run(`INSERT INTO influencers (${names}) VALUES (${names.map((_, at) => `$${at + 1}`)})`, ...Object.values(row));
  if (followers > 0) await account(userId, followers);
  return userId;
}

const account = (userId: number, followers: number, type = 'social') =>
  run(
    `INSERT INTO social_accounts (user_id, type, identifier, is_valid, followers) VALUES ($1, $2, 'a' || random(), true, $3)`,
    userId,
    type,
    followers,
  );

describe('An influencer', () => {
  it('is shown with public facts and without personal data', async () => {
    const facts = { is_business: true, work_status: 'full_time', locale: 'sv_SE', branding: 0.72, performance: 1.1842 };
    const id = await influencer({ ...facts, average_stories: 21.5 }, 4_000);
    await account(id, 0, 'blog');
    await run(`UPDATE users SET display_name = 'Linnéa', first_name = 'Secret', phone = '0701' WHERE id = $1`, id);
    const common = await application.market.userTag({ name: 'Löpning', userIds: [id] });
    const own = await application.market.userTag({ storeId: cast.storeId, userIds: [id] });
    await application.market.userTag({ storeId: cast.otherStoreId, userIds: [id] });
    const [{ username }] = await run('SELECT username FROM users WHERE id = $1', id);
    const { data, ...envelope } = await list();
    expect(envelope).toMatchObject({ total: 1, per_page: 20, current_page: 1 });
    const of = { id: expect.any(Number), identifier: expect.any(String), is_valid: 1 };
    expect(data).toEqual([
      {
        id,
        username,
        display_name: 'Linnéa',
        locale: 'sv_SE',
        is_business: true,
        work_status: 'full_time',
        followers: 4_000,
        avg_stories: 21.5,
        performance: 1.1842,
        branding: 0.72,
        has_full_data: true,
        social_media: [
          { ...of, type: 'social', followers: 4_000 },
          { ...of, type: 'blog', followers: 0 },
        ],
        user_tags: [
          { id: common, name: 'Löpning', slug: expect.any(String) },
          { id: own, name: expect.any(String), slug: expect.any(String) },
        ],
      },
    ]);
  });

  it('with little data is shown with that data', async () => {
    const id = await influencer({ data_downloaded_at: null });
    const [{ username }] = await run('SELECT username FROM users WHERE id = $1', id);
    expect((await list()).data).toEqual([
      {
        id,
        username,
        display_name: username,
        locale: '',
        is_business: false,
        work_status: '',
        followers: 0,
        avg_stories: null,
        performance: null,
        branding: null,
        has_full_data: false,
        social_media: [],
        user_tags: [],
      },
    ]);
  });

  it('is in fullData only when the social data are complete', async () => {
    const whole = await influencer({}, 2);
    const part = await influencer({ data_downloaded_at: null }, 1);
    expect([await ids(), await ids('', 'influencers/fullData')]).toEqual([[whole, part], [whole]]);
  });

  it('is hidden when suspended or erased', async () => {
    const [suspended, erased] = [await influencer(), await influencer()];
    await run('UPDATE users SET suspended_at = now() WHERE id = $1', suspended);
    await run('UPDATE users SET erased_at = now() WHERE id = $1', erased);
    expect(await ids()).toEqual([]);
  });

  it('has its own locale if known, else that of the person, else that of the market', async () => {
    const storeGroupId = await application.market.storeGroup();
    const agencyId = await application.market.agency({ storeGroupId });
    const [personal, market] = [
      await application.market.user({ agencyId }),
      await application.market.user({ agencyId }),
    ];
    await run(`UPDATE users SET preferred_locale = 'nb_NO' WHERE id = $1`, personal);
    for (const id of [personal, market]) await run('INSERT INTO influencers (user_id) VALUES ($1)', id);
    const { data } = await list('sort=id:asc');
    expect(data.map(({ locale }: { locale: string }) => locale)).toEqual(['nb_NO', 'sv_SE']);
  });
});

describe('The followers', () => {
  const followersOf = async (id: number) =>
    (await run('SELECT followers FROM influencers WHERE user_id = $1', id))[0].followers;

  it('are the totals of all accounts, also after changes', async () => {
    const id = await influencer({}, 100);
    await account(id, 20, 'blog');
    expect(await followersOf(id)).toBe(120);
    await run(`UPDATE social_accounts SET followers = followers * 2 WHERE user_id = $1`, id);
    expect(await followersOf(id)).toBe(240);
    const other = await influencer();
    await run(`UPDATE social_accounts SET user_id = $2 WHERE user_id = $1 AND type = 'blog'`, id, other);
    expect([await followersOf(id), await followersOf(other)]).toEqual([200, 40]);
    await run('DELETE FROM social_accounts WHERE user_id = $1', id);
    expect(await followersOf(id)).toBe(0);
    const early = await application.market.user();
    await account(early, 7);
    await run('INSERT INTO influencers (user_id) VALUES ($1)', early);
    expect(await followersOf(early)).toBe(7);
  });

  it('are correct after concurrent changes of accounts', async () => {
    const id = await influencer();
    await Promise.all(Array.from({ length: 12 }, (_, at) => account(id, 2 ** at)));
    expect(await followersOf(id)).toBe(2 ** 12 - 1);
  });
});

describe('The list', () => {
  it.each([
    ['follower', 'followers'],
    ['avg_stories', 'average_stories'],
    ['performance', 'performance'],
    ['branding', 'branding'],
  ])('is filtered by %s, both ends inclusive', async (field, column) => {
    const make = (value: number) => (column === 'followers' ? influencer({}, value) : influencer({ [column]: value }));
    const [low, middle, high] = [await make(1), await make(2), await make(3)];
    await influencer();
    const of = async (query: string) => new Set(await ids(query));
    expect(await of(`${field}_from=2`)).toEqual(new Set([middle, high]));
    expect(await of(`${field}_from=1&${field}_to=2`)).toEqual(new Set([low, middle]));
    expect(await of(`${field}_from=2.5&${field}_to=1000000`)).toEqual(new Set([high]));
    expect(await of(`${field}_from=3.01`)).toEqual(new Set());
  });

  it('is filtered by tags and users in every syntax', async () => {
    const [a, b, c] = [await influencer({}, 3), await influencer({}, 2), await influencer({}, 1)];
    const [running, own] = [
      await application.market.userTag({ userIds: [a!] }),
      await application.market.userTag({ storeId: cast.storeId, userIds: [b!] }),
    ];
    const foreign = await application.market.userTag({ storeId: cast.otherStoreId, userIds: [c!] });
    expect(await ids(`tags[]=${running}&tags[]=${own}`)).toEqual([a, b]);
    expect(await ids(`tags[0][id]=${own}`)).toEqual([b]);
    expect(await ids(`tags[any]=${running}&tags[other]=${foreign}`)).toEqual([a]);
    expect(await ids(`tags=${foreign}`)).toEqual([]);
    expect(await ids(`users[0]=${c}&users[1]=${a}`)).toEqual([a, c]);
    const body = { tags: { running, own }, users: [{ id: b }] };
    const as = cast.tokens.advertiser;
    const reply = await application.call({ url: `/advertiser/stores/${cast.storeId}/influencers`, as, body });
    expect(reply.body.data.map(({ id }: { id: number }) => id)).toEqual([b]);
  });

  it('is filtered by business, locale, language and work status', async () => {
    const a = await influencer({ is_business: true, locale: 'sv_SE', work_status: 'full_time' }, 3);
    const b = await influencer({ locale: 'sv_FI', work_status: 'part_time' }, 2);
    const c = await influencer({ locale: 'de_DE' }, 1);
    expect(await ids('is_business=1')).toEqual([a]);
    expect(await ids('is_business=false')).toEqual([b, c]);
    expect(await ids('locale=sv_SE')).toEqual([a]);
    expect(await ids('locale=sv')).toEqual([a, b]);
    expect(await ids('work_status=part_time')).toEqual([b]);
    expect(await ids('locale=sv&is_business=0&follower_to=2&work_status=part_time')).toEqual([b]);
  });

  it("is filtered by creators with a link to one of the caller's stores", async () => {
    const linked = await influencer();
    await influencer();
    await application.market.link({ userId: linked, storeId: cast.storeId });
    expect(await ids(`store_id=${cast.storeId}`)).toEqual([linked]);
    const path = `/advertiser/stores/${cast.storeId}/influencers`;
    expect((await get(`${path}?store_id=${cast.otherStoreId}`)).status).toBe(403);
    expect((await get(`${path}?store_id=${NONE}`)).status).toBe(404);
    expect((await get(`${path}?store_id=${cast.otherStoreId}`, 'admin')).body.total).toBe(0);
  });

  it('is sorted by each column in both directions, in pages that add up to the whole list', async () => {
    const [a, b, c] = [
      await influencer({ average_stories: 1, performance: 2, branding: 0.3 }, 10),
      await influencer({ average_stories: 2, performance: 1, branding: 0.3 }, 30),
      await influencer({}, 20),
    ] as [number, number, number];
    const names = ['beta', 'Alpha', 'gamma'].map((name) => `${name}-${a}`);
    for (const [at, id] of [a, b, c].entries())
      await run('UPDATE users SET username = $2 WHERE id = $1', id, names[at]);
    expect(await ids()).toEqual([b, c, a]);
    expect(await ids('sort=followers:asc')).toEqual([a, c, b]);
    expect(await ids('sort=avg_stories')).toEqual([b, a, c]);
    expect(await ids('sort=avg_stories:asc')).toEqual([c, a, b]);
    expect(await ids('sort=performance:desc')).toEqual([a, b, c]);
    expect(await ids('sort=branding')).toEqual([b, a, c]);
    expect(await ids('sort=username')).toEqual([b, a, c]);
    expect(await ids('sort=username:desc')).toEqual([c, a, b]);
    expect(await ids('sort=id')).toEqual([c, b, a]);
    const pages = [
      await ids('sort=branding&size=1'),
      await ids('sort=branding&size=1&page=2'),
      await ids('size=1&page=3&sort=branding'),
    ];
    expect(pages.flat()).toEqual([b, a, c]);
  });

  it('reports all invalid ids at once', async () => {
    const { status, body } = await get(`/advertiser/stores/${cast.storeId}/influencers?tags[]=x&users[]=y`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['tags', 'users']]);
  });

  it.each<[query: string, field: string]>([
    ['follower_from=-1', 'follower_from'],
    ['avg_stories_to=many', 'avg_stories_to'],
    ['performance_from=1e9', 'performance_from'],
    ['branding_to=', 'branding_to'],
    ['tags[]=x', 'tags'],
    ['tags=0', 'tags'],
    ['users[a][b]=-1', 'users'],
    [`users=${Array.from({ length: 101 }, (_, at) => at + 1).join('&users=')}`, 'users'],
    ['is_business=perhaps', 'is_business'],
    ['locale=Swedish', 'locale'],
    ['work_status=', 'work_status'],
    ['sort=email', 'sort'],
    ['sort=followers:up', 'sort'],
    ['store_id=x', 'store_id'],
    ['page=0', 'page'],
  ])('refuses ?%s', async (query, field) => {
    for (const path of ['influencers', 'influencers/fullData']) {
      const { status, body } = await get(`/advertiser/stores/${cast.storeId}/${path}?${query}`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
  });

  it.each(['influencers', 'influencers/fullData'])(
    '%s admits members of the store and administrators',
    async (path) => {
      const as = async (role: Role | null) => (await get(`/advertiser/stores/${cast.storeId}/${path}`, role)).status;
      expect([await as('advertiser'), await as('admin'), await as(null)]).toEqual([200, 200, 401]);
      for (const role of ['creator', 'agency', 'otherAdvertiser'] as const)
        expect([role, await as(role)]).toEqual([role, 403]);
      expect((await get(`/advertiser/stores/${NONE}/${path}`)).status).toBe(404);
    },
  );
});
