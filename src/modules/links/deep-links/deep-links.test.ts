import { beforeAll, describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore, ROLES } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

/** Translates URLs for the creator as itself by default. */
function translate(links: unknown, rest: Record<string, unknown> = {}, as = cast.tokens.creator) {
  const body = { links: JSON.stringify(links), userId: cast.ids.creator, ...rest };
  return application.call({ method: 'POST', url: '/deep-links', as, body });
}

const page = (path: string) => `https://cast-shop.example/${path}`;

const NONE = {
  store: '',
  storeId: 0,
  type: '',
  currency: '',
  tag_id: 0,
  user_revenue_cpc: 0,
  user_social_cpc: 0,
  user_revenue_cpa: 0,
  user_social_cpa: 0,
  user_revenue_cpo: null,
  user_social_cpo: null,
  user_revenue_cpc_formated: '',
  user_social_cpc_formated: '',
  traffic_sources_costs: [],
};

describe('A list of URLs', () => {
  it('is translated in its order, including URLs that cannot earn', async () => {
    await openStore(application, { domains: ['list-two.example'] });
    await openStore(application, { domains: ['list-two.example'] });
    await openStore(application, { domains: ['list-unseen.example'], hidden: true });
    await openStore(application, { domains: ['list-rule.example'] }, [{ type: 'block', url: 'list-rule.example' }]);
    const ours = (await translate([page('first')])).body[0].after;
    const asked = {
      [page('second')]: 'created',
      'https://nobody.example/': 'no_advertiser',
      'https://list-two.example/': 'multiple_advertisers',
      'https://list-unseen.example/': 'not_visible',
      'https://list-rule.example/': 'blocked',
      sneakers: 'invalid_url',
      '\ud83d': 'invalid_url',
      [ours]: 'already_tracked',
      [`${ours}?tclid=1`]: 'already_tracked',
      'http://tributary.test/docs': 'no_advertiser',
      [page('first')]: 'existing',
    };
    const { status, body } = await translate(Object.keys(asked));
    expect(status).toBe(200);
    expect(body.map((one: { status: string }) => one.status)).toEqual(Object.values(asked));
    expect(body.map((one: { before: string }) => one.before)).toEqual(Object.keys(asked));
    for (const one of body.slice(1, -1)) {
      const { before, after, status: _, ...rest } = one;
      expect([after, rest]).toEqual([before, NONE]);
    }
    expect(body.at(-1).after).toBe(ours);
  });

  it('may contain a page twice, and may be empty', async () => {
    const { body } = await translate([page('twice'), page('twice'), 'cast-shop.example/twice']);
    expect(new Set(body.map(({ tag_id }: { tag_id: number }) => tag_id)).size).toBe(1);
    expect((await translate([])).body).toEqual([]);
  });

  it('creates no links in a dry run', async () => {
    const known = (await translate([page('dry/known')])).body[0];
    const { body } = await translate([page('dry/known'), page('dry/new')], { dry: true });
    expect(body[0]).toEqual({ ...known, status: 'existing' });
    expect(body[1]).toMatchObject({
      before: page('dry/new'),
      after: page('dry/new'),
      status: 'dry',
      tag_id: 0,
      type: 'link',
    });
    expect((await translate([page('dry/new')])).body[0].status).toBe('created');
  });

  it('creates each link once for many concurrent requests', async () => {
    const urls = Array.from({ length: 100 }, (_, n) => page(`crowd/${n}`));
    const replies = await Promise.all(Array.from({ length: 6 }, () => translate(urls)));
    const all = replies.flatMap(({ body }) => body as { status: string; tag_id: number }[]);
    expect(all.filter(({ status }) => status === 'created')).toHaveLength(100);
    expect(new Set(all.map(({ tag_id }) => tag_id)).size).toBe(100);
  });

  it('of 2,000 URLs is accepted, and one of 2,001 is not', async () => {
    const urls = Array.from({ length: 2000 }, (_, n) => page(`many/${n}`));
    const { status, body } = await translate(urls);
    expect([status, body.length]).toEqual([200, 2000]);
    expect(new Set(body.map(({ after }: { after: string }) => after)).size).toBe(2000);
    const more = await translate([...urls, page('many/more')]);
    expect([more.status, more.body.errors]).toEqual([422, { links: ['must hold at most 2,000 URLs, and holds 2001'] }]);
  });
});

describe('The earnings of a link', () => {
  let storeId: number;
  const price = (values: object) => {
    const entries = Object.entries({
      store_id: storeId,
      created_at: '2030-01-31T12:00:00Z',
      updated_at: '2030-02-01',
      ...values,
    });
    return application.database.pool.query(
      `INSERT INTO prices (${entries.map(([name]) => name)}) VALUES (${entries.map((_, n) => `$${n + 1}`)})`,
      entries.map(([, value]) => value),
    );
  };
  const translated = async (as = cast.tokens.creator, userId = cast.ids.creator) =>
    (await translate(['https://earning.example/p'], { userId }, as)).body[0];
  beforeAll(async () => {
    storeId = await openStore(application, { domains: ['earning.example'] });
    await price({ source: 0, cpc_minor: 251, invoice_cpc_minor: 300, cpa: 0.075, invoice_cpa: 0.1, agency_share: 0.1 });
    await price({ source: 1, cpc_minor: 100, user_share: 0.555555 });
  });

  it("are reported in full, in the store's currency", async () => {
    const { tag_id: id } = await translated();
    const { rows } = await application.database.pool.query(
      `SELECT l.code, s.name, ARRAY (SELECT p.id FROM prices p WHERE p.store_id = s.id ORDER BY p.source) AS prices
       FROM links l JOIN stores s ON s.id = l.store_id WHERE l.id = $1`,
      [id],
    );
    const { code, name, prices } = rows[0];
    const times = { created_at: '2030-01-31 12:00:00', updated_at: '2030-02-01 00:00:00' };
    expect(await translated(cast.tokens.admin)).toEqual({
      before: 'https://earning.example/p',
      after: `http://tributary.test/r/${code}`,
      status: 'existing',
      store: name,
      storeId,
      type: 'link',
      currency: 'SEK',
      tag_id: id,
      user_revenue_cpc: 175,
      user_social_cpc: 55,
      user_revenue_cpa: 0.0525,
      user_social_cpa: 0.041666,
      user_revenue_cpo: { minor: 0, currency: 'SEK' },
      user_social_cpo: { minor: 0, currency: 'SEK' },
      user_revenue_cpc_formated: '1,75 kr',
      user_social_cpc_formated: '0,55 kr',
      traffic_sources_costs: [
        {
          id: Number(prices[0]),
          store_id: storeId,
          source: 0,
          title: 'General',
          cpc: 251,
          cpc_v2: { amount: '2.51', currency: 'SEK' },
          cpc_formatted: '2,51 kr',
          invoice_cpc: 300,
          cpa: 0.075,
          invoice_cpa: 0.1,
          cpo: null,
          cpo_mode: 'added',
          minimum_order: null,
          currency: 'SEK',
          user_revenue: 0.7,
          client_revenue: 0.1,
          ...times,
        },
        {
          id: Number(prices[1]),
          store_id: storeId,
          source: 1,
          title: 'Social networks',
          cpc: 100,
          cpc_v2: { amount: '1.00', currency: 'SEK' },
          cpc_formatted: '1,00 kr',
          invoice_cpc: 100,
          cpa: 0.075,
          invoice_cpa: 0.1,
          cpo: null,
          cpo_mode: 'added',
          minimum_order: null,
          currency: 'SEK',
          user_revenue: 0.555555,
          client_revenue: 0,
          ...times,
        },
      ],
    });
  });

  it("hide the billed amount and the client's share from creators, and the billed amount from agencies", async () => {
    const cost = async (as: string) => {
      const { invoice_cpc, invoice_cpa, client_revenue, user_revenue } = (await translated(as))
        .traffic_sources_costs[0];
      return { invoice_cpc, invoice_cpa, client_revenue, user_revenue };
    };
    expect(await cost(cast.tokens.creator)).toEqual({
      invoice_cpc: 0,
      invoice_cpa: 0,
      client_revenue: 0,
      user_revenue: 0.7,
    });
    expect(await cost(cast.tokens.agency)).toEqual({
      invoice_cpc: 0,
      invoice_cpa: 0,
      client_revenue: 0.1,
      user_revenue: 0.7,
    });
    await application.market.member(storeId, cast.ids.creator);
    expect(await cost(cast.tokens.creator)).toMatchObject({ invoice_cpc: 300, invoice_cpa: 0.1, client_revenue: 0 });
  });

  it.each([
    ['the tier’s, before the client’s', { tier: 0.9, client: 0.8 }, 225],
    ['the client’s, without one of a tier', { tier: undefined, client: 0.8 }, 200],
    ['the platform’s, when nobody says', { tier: undefined, client: undefined }, 175],
  ])('use the share %s', async (_whose, { tier, client: agency }, minor) => {
    const { market } = application;
    const agencyId = await market.agency(agency === undefined ? {} : { userShare: agency });
    const tierId = await market.tier(tier === undefined ? {} : { userShare: tier });
    const userId = await market.user({ agencyId, tierId });
    expect(await translated(cast.tokens.admin, userId)).toMatchObject({ user_revenue_cpc: minor, user_social_cpc: 55 });
  });

  it('are the general ones for a social click without its own price, and those of a running campaign', async () => {
    const general = await openStore(application, { domains: ['general-only.example'] });
    await application.market.price({ storeId: general, cpcMinor: 1_000_000_000 });
    await openStore(application, { domains: ['priceless.example'] });
    const offered = await openStore(application, { domains: ['offer-only.example'] });
    const campaignId = await application.market.campaign({ storeId: offered });
    await application.market.price({ storeId: offered, campaignId, cpcMinor: 500 });
    const { body } = await translate(['general-only.example', 'priceless.example', 'offer-only.example']);
    expect(body[0]).toMatchObject({ user_revenue_cpc: 700_000_000, user_social_cpc: 700_000_000 });
    expect(body[0].user_social_cpc_formated).toBe('7 000 000,00 kr');
    const earned = (one: Record<string, unknown>) => [one['status'], one['user_revenue_cpc'], one['user_social_cpc']];
    expect(body.slice(1).map(earned)).toEqual([
      ['created', 0, 0],
      // The price of a campaign that runs for everybody.
      ['created', 350, 350],
    ]);
    for (const one of body.slice(1)) expect(one.traffic_sources_costs).toEqual([]);
  });

  it('use the currency and the locale of each store', async () => {
    await application.market.price({
      storeId: await openStore(application, { domains: ['yen.example'], currency: 'JPY' }),
      cpcMinor: 15,
    });
    const storeId = await openStore(application, { domains: ['krona.example'], currency: 'SEK' });
    await application.market.price({ storeId, cpcMinor: 251 });
    const { body } = await translate(['yen.example', 'krona.example']);
    expect(body.map((one: Record<string, unknown>) => [one['currency'], one['user_revenue_cpc_formated']])).toEqual([
      ['JPY', '10 JPY'],
      ['SEK', '1,75 kr'],
    ]);
  });
});

describe('Who may', () => {
  it.each(ROLES)('%s', async (role) => {
    const { status, body } = await translate([page('who')], {}, cast.tokens[role]);
    if (['creator', 'agency', 'admin'].includes(role)) expect(status).toBe(200);
    else
      expect([status, body]).toEqual([
        404,
        { message: 'No query results for user.', exception: 'NotFound', file: '', line: 0, trace: [] },
      ]);
  });

  it('Users can translate for themselves; requests without a token or for an unknown user are refused', async () => {
    const own = await translate([page('who')], { userId: cast.ids.advertiser }, cast.tokens.advertiser);
    expect(own.status).toBe(200);
    const body = { links: '[]', userId: cast.ids.creator };
    expect((await application.call({ method: 'POST', url: '/deep-links', body })).status).toBe(401);
    expect((await translate([], { userId: 2 ** 40 }, cast.tokens.admin)).status).toBe(404);
    // An unauthorized caller does not learn what is wrong with the list.
    expect((await translate(5, {}, cast.tokens.otherCreator)).status).toBe(404);
  });

  it('A suspended creator is refused', async () => {
    const userId = await application.market.user({ suspended: true });
    const { status, body } = await translate([page('suspended')], { userId }, cast.tokens.admin);
    expect([status, body.error]).toEqual([400, 'user_suspended']);
  });
});

describe('Bad input names its field:', () => {
  it.each([
    ['no list', { links: undefined }, { links: /is required/ }],
    ['a list that is no text', { links: [] }, { links: /must be a text/ }],
    ['no JSON', { links: '[' }, { links: /must be a JSON array of URLs: .*JSON/ }],
    ['an empty text', { links: '' }, { links: /must be a JSON array/ }],
    ['an object', { links: '{}' }, { links: /must be a JSON array/ }],
    ['a text', { links: '"https://cast-shop.example"' }, { links: /must be a JSON array/ }],
    [
      'entries that are no URLs',
      { links: JSON.stringify(['https://cast-shop.example', 5, null, '', ['x'], 'x'.repeat(4097)]) },
      {
        'links.1': /must be a text/,
        'links.2': /must be a text/,
        'links.3': /must not be empty/,
        'links.4': /must be a text/,
        'links.5': /at most 4096/,
      },
    ],
    ['no user', { userId: undefined }, { userId: /is required/ }],
    ['a text for the user', { userId: '1' }, { userId: /whole number/ }],
    ['user 0', { userId: 0 }, { userId: /at least 1/ }],
    ['1 for dry', { dry: 1 }, { dry: /true or false/ }],
    ['an unknown field', { urls: [] }, { urls: /not a known field/ }],
    ['more than a megabyte', { links: `[${' '.repeat(1024 * 1024)}]` }, { links: /at most 1048576/ }],
  ])('%s', async (_what, wrong, fields) => {
    const { status, body } = await translate([page('bad')], wrong);
    expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(fields)]);
    for (const [name, says] of Object.entries(fields)) expect(body.errors[name].join()).toMatch(says);
  });

  it('a list with a thousand errors reports the first hundred', async () => {
    const { status, body } = await translate(Array(1000).fill(5));
    expect([status, Object.keys(body.errors).length]).toEqual([422, 100]);
  });
});
