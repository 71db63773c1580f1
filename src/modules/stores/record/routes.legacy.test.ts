import { beforeEach, describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

let now = new Date('2026-03-15T12:00:00.987Z');
const { application, cast } = await createPopulatedApplication({ now: () => now });
const follow = await letShoppersIn(application);
beforeEach(() => {
  now = new Date('2026-03-15T12:00:00.987Z');
});

const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;

type Role = keyof Cast['tokens'];
const read = (storeId: number | string = cast.storeId, as: Role | null = 'advertiser') =>
  application.call({ url: `/advertiser/stores/${storeId}`, ...(as === null ? {} : { as: cast.tokens[as] }) });
const change = (body: unknown, storeId: number | string = cast.storeId, as: Role | null = 'advertiser') =>
  application.call({
    method: 'PATCH',
    url: `/advertiser/stores/${storeId}`,
    body,
    ...(as === null ? {} : { as: cast.tokens[as] }),
  });

/** A store of the advertiser that no other test changes, with its related records. */
let stores = 0;
async function someStore() {
  const domain = `record-${++stores}.example`;
  const id = await application.market.store({ domains: [domain] });
  await application.market.member(id, cast.ids.advertiser);
  await application.live.refresh(id);
  return { id, domain, page: `https://www.${domain}/p` };
}

const inspect = async (url: string) =>
  (
    await application.call({
      method: 'POST',
      url: `/v2/users/${cast.ids.creator}/inspections/affiliate-link`,
      as: cast.tokens.creator,
      body: { url },
    })
  ).body.inspection_result;

const SOCIAL = {
  agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 334.0',
};

/** One shopper follows a link; returns the cost of the store and the earnings of the creator. */
async function clickOn(link: { id: number; code: string }, values: { agent?: string } = {}) {
  now = new Date(now.getTime() + 1_000); // a click's id begins with its time
  expect((await follow(link.code, values)).status).toBe(302);
  const [click] = await query(
    'SELECT cost_minor AS cost, user_minor AS creator, source FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1',
    [link.id],
  );
  return click;
}

describe('GET and PATCH /advertiser/stores/{id}', () => {
  it('are for members of the store and administrators', async () => {
    const asks = [
      (storeId: number | string, as: Role | null) => read(storeId, as),
      (storeId: number | string, as: Role | null) => change({ hidden: 0 }, storeId, as),
      (storeId: number | string, as: Role | null) => change({}, storeId, as),
    ];
    const [deleted] = await query("UPDATE stores SET deleted_at = '2026-01-01' WHERE id = $1 RETURNING id", [
      (await someStore()).id,
    ]);
    const hidden = await application.market.store({ hidden: true });
    for (const ask of asks) {
      expect((await ask(cast.storeId, null)).status).toBe(401);
      for (const as of ['creator', 'agency', 'otherAdvertiser', 'otherCreator', 'otherAgency'] as const) {
        expect([as, (await ask(cast.storeId, as)).status]).toEqual([as, 403]);
        expect([as, (await ask(hidden, as)).status]).toEqual([as, 404]);
      }
      for (const storeId of [999_999, 'x', 0, '1e3']) {
        const { status, body } = await ask(storeId, 'admin');
        expect([status, body.message]).toEqual([404, 'No query results for store.']);
      }
      expect((await ask(deleted.id, 'advertiser')).status).toBe(404);
      expect((await ask(cast.storeId, 'admin')).status).not.toBe(403);
    }
    expect((await read(deleted.id, 'admin')).body.deleted_at).toBe('2026-01-01 00:00:00');
    expect((await change({ hidden: 0 }, deleted.id, 'admin')).status).toBe(404);
    expect((await change({ hidden: 0 }, cast.storeId, 'admin')).status).toBe(200);
  });
});

describe('GET /advertiser/stores/{id}', () => {
  it('shows a store with few data', async () => {
    const { id, domain } = await someStore();
    const { status, body } = await read(id);
    expect([status, body.urls, body.store_categories]).toEqual([
      200,
      [
        {
          id: expect.any(Number),
          store_id: id,
          end_host: domain,
          start_url: `https://${domain}/`,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        },
      ],
      [],
    ]);
    const prices = ['cpc', 'social_revenue_cpc', 'revenue_cpc', 'invoice_cpc', 'invoice_social_cpc', 'revenue_cpa'];
    for (const name of prices.slice(1)) expect([name, body[name]]).toEqual([name, 0]);
  });

  it('shows a store with all data', async () => {
    const { id, domain } = await someStore();
    const fashion = await application.market.category({ name: 'Fashion', storeIds: [id] });
    const art = await application.market.category({ name: 'Art', storeIds: [id] });
    await query(
      `UPDATE stores SET name = 'Hatt', feed_provider = 'own', direct_link = 'https://d.example/', deeplinkable = false,
        autoupdate = true, metainfo = 'm', url = 'https://u.example/', feed = true, provider_account_id = 'a-1',
        last_correct_sync = '2026-02-03 04:05:06.789+02', number_of_products = 7, program_id = 'p-1', earnings_return_rate = 0.25,
        service_invoicing = false, logo_url = 'https://l.example/logo.png', hidden = true, deactivated_at = now(),
        created_at = '2025-12-31 23:59:59.999Z', updated_at = '2026-01-02 03:04:05Z' WHERE id = $1`,
      [id],
    );
    await query(
      `INSERT INTO prices (store_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa)
        VALUES ($1, 0, 150, 200, 0.05, 0.07), ($1, 1, 120, NULL, 0.1, NULL)`,
      [id],
    );
    await query("UPDATE store_domains SET start_url = 'https://www.start.example/' WHERE store_id = $1", [id]);
    const { body } = await read(id);
    expect(body).toEqual({
      id,
      feed_id: 0,
      feed_name: 'Hatt',
      feed_provider: 'own',
      language_iso_code: 'sv',
      currency_iso_code: 'SEK',
      locale: 'sv_SE',
      revenue_cpc: 150,
      direct_link: 'https://d.example/',
      deeplinkable: 0,
      autoupdate: 1,
      metainfo: 'm',
      url: 'https://u.example/',
      feed: 1,
      created_at: '2025-12-31 23:59:59',
      updated_at: '2026-01-02 03:04:05',
      social_revenue_cpc: 120,
      store_provider_account_id: 'a-1',
      last_correct_sync: '2026-02-03 02:05:06',
      number_of_products: 7,
      invoice_cpc: 200,
      invoice_social_cpc: 120,
      program_id: 'p-1',
      deleted_at: '',
      revenue_cpa: 0.05,
      revenue_text: '',
      revenue_of_commision: 0,
      revenue_social_cpa: 0.1,
      invoice_social_cpa: 0.1,
      invoice_cpa: 0.07,
      revenue_cpo: null,
      revenue_social_cpo: null,
      invoice_cpo: null,
      invoice_social_cpo: null,
      cpo_mode: 'added',
      minimum_order: null,
      earnings_return_rate: 0.25,
      hidden: 1,
      td_earning: 0,
      service_invoicing: 0,
      logo_url: 'https://l.example/logo.png',
      status: 0,
      urls: [expect.objectContaining({ end_host: domain, start_url: 'https://www.start.example/' })],
      store_categories: [
        { id: art, name: 'Art' },
        { id: fashion, name: 'Fashion' },
      ],
    });
  });

  it('prefers the uploaded logo to the named one', async () => {
    const { id } = await someStore();
    await query("UPDATE stores SET logo_url = 'https://l.example/', logo_key = 'logos/abc.png' WHERE id = $1", [id]);
    expect((await read(id)).body.logo_url).toBe('http://tributary.test/files/logos/abc.png');
  });

  it('shows neither domains, prices nor categories of another store', async () => {
    const [{ id }, other] = [await someStore(), await someStore()];
    await application.market.price({ storeId: other.id, cpcMinor: 7 });
    await application.market.category({ storeIds: [other.id] });
    const campaignId = await application.market.campaign({ storeId: id });
    await application.market.price({ storeId: id, campaignId, cpcMinor: 9 });
    const { body } = await read(id);
    expect([body.urls.length, body.revenue_cpc, body.store_categories]).toEqual([1, 0, []]);
  });
});

describe('PATCH /advertiser/stores/{id}', () => {
  it('hides a store and shows it again, at once', async () => {
    const { id, page } = await someStore();
    expect((await change({ hidden: 1 }, id)).body.hidden).toBe(1);
    expect(await inspect(page)).toBe('not_visible');
    expect((await read(id)).body).toMatchObject({ hidden: 1, updated_at: '2026-03-15 12:00:00' });
    const link = { method: 'POST', url: '/v2/affiliate-links', as: cast.tokens.creator, body: { url: page } } as const;
    expect((await application.call(link)).body.error).toBe('store_not_visible');
    const choice = `/v2/users/${cast.ids.creator}/advertisers`;
    const listed = async () =>
      (await application.call({ url: choice, as: cast.tokens.creator })).body.data.some(
        (advertiser: { id: number }) => advertiser.id === id,
      );
    expect(await listed()).toBe(false);
    expect((await change({ hidden: 0 }, id)).body.hidden).toBe(0);
    expect(await inspect(page)).toBe('single_advertiser');
    expect((await application.call(link)).status).toBe(200);
    expect(await listed()).toBe(true);
  });

  it('changes prices, and the next click pays them', async () => {
    const { id } = await someStore();
    const link = await application.market.link({ userId: cast.ids.creator, storeId: id });
    expect(await clickOn(link)).toMatchObject({ cost: 0, creator: 0 });
    const { body } = await change({ hidden: 0, revenue_cpc: 200, revenue_cpa: 0.123456 }, id);
    expect(body).toMatchObject({
      revenue_cpc: 200,
      invoice_cpc: 200,
      revenue_cpa: 0.123456,
      social_revenue_cpc: 200,
      revenue_social_cpa: 0.123456,
    });
    expect(await clickOn(link)).toMatchObject({ cost: 200, creator: 140, source: 0 });

    expect(await clickOn(link, SOCIAL)).toMatchObject({ cost: 200, source: 1 });
    // Only the rate of orders is changed, so social clicks keep their price.
    await change({ hidden: 0, revenue_social_cpa: 0.5 }, id);
    expect(await clickOn(link, SOCIAL)).toMatchObject({ cost: 200, source: 1 });
    await change({ hidden: 0, social_revenue_cpc: 10 }, id);
    expect(await clickOn(link, SOCIAL)).toMatchObject({ cost: 10, creator: 7, source: 1 });
    expect(await clickOn(link)).toMatchObject({ cost: 200 });
    expect((await read(id)).body).toMatchObject({ revenue_social_cpa: 0.5, social_revenue_cpc: 10, revenue_cpc: 200 });
  });

  it('of social clicks only, which are still shared like the general ones', async () => {
    const { id } = await someStore();
    await application.market.price({ storeId: id, cpcMinor: 100, userShare: 0.5 });
    const link = await application.market.link({ userId: cast.ids.creator, storeId: id });
    expect(await clickOn(link, SOCIAL)).toMatchObject({ cost: 100, creator: 50, source: 1 });
    await change({ hidden: 0, social_revenue_cpc: 200 }, id);
    expect(await clickOn(link, SOCIAL)).toMatchObject({ cost: 200, creator: 100, source: 1 });
    expect(await clickOn(link)).toMatchObject({ cost: 100, creator: 50, source: 0 });
  });

  it('keeps the margin between the price and the billed amount, also by a price of 0', async () => {
    const { id } = await someStore();
    await application.market.price({ storeId: id, cpcMinor: 100, invoiceCpcMinor: 150 });
    expect((await change({ hidden: 0, revenue_cpc: 120 }, id)).body).toMatchObject({
      revenue_cpc: 120,
      invoice_cpc: 170,
    });
    expect((await change({ hidden: 0, revenue_cpc: 0 }, id)).body).toMatchObject({ revenue_cpc: 0, invoice_cpc: 50 });
    expect((await change({ hidden: 0, revenue_cpc: 300 }, id)).body).toMatchObject({
      revenue_cpc: 300,
      invoice_cpc: 350,
    });
    const refused = await change({ hidden: 0, revenue_cpc: 99_951 }, id);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { revenue_cpc: ['must be at most 99950, because the platform’s margin is added'] },
    ]);
    const link = await application.market.link({ userId: cast.ids.creator, storeId: id });
    expect(await clickOn(link)).toMatchObject({ cost: 350, creator: 210 });
  });

  it('replaces domains; remaining ones keep their ids', async () => {
    const { id, domain, page } = await someStore();
    const [first] = (await read(id)).body.urls;
    const { body } = await change({ hidden: 0, domains: [`new-${domain}`, `https://WWW.${domain}/`, domain] }, id);
    expect(body.urls).toEqual([
      first,
      expect.objectContaining({ end_host: `new-${domain}`, start_url: `https://new-${domain}/`, store_id: id }),
    ]);
    expect(await inspect(`https://m.new-${domain}/p`)).toBe('no_advertiser');
    const approve = `/v2/admin/stores/${id}/approve`;
    await application.call({ method: 'POST', url: approve, as: cast.tokens.admin, body: { consent_to_domains: true } });
    expect([await inspect(page), await inspect(`https://m.new-${domain}/p`)]).toEqual([
      'single_advertiser',
      'single_advertiser',
    ]);
    expect((await change({ hidden: 0, domains: [`new-${domain}`] }, id)).body.urls).toEqual([body.urls[1]]);
    expect(await inspect(page)).toBe('no_advertiser');
    expect((await change({ hidden: 0 }, id)).body.urls).toEqual([body.urls[1]]);
    expect((await change({ hidden: 0, domains: [] }, id)).body.urls).toEqual([]);
    expect(await inspect(`https://m.new-${domain}/p`)).toBe('no_advertiser');
  });

  it('refuses another store’s domain, and then changes nothing at all', async () => {
    const { id, domain } = await someStore();
    const category = await application.market.category();
    const before = (await read(id)).body;
    const body = {
      hidden: 1,
      revenue_cpc: 5,
      categories: [category],
      domains: [`more-${domain}`, `m.${cast.otherDomain}`],
    };
    now = new Date('2026-03-16T12:00:00Z');
    const refused = await change(body, id);
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        status: 400,
        error: 'domain_taken',
        message: `Another store has already claimed: m.${cast.otherDomain}.`,
      },
    ]);
    expect((await read(id)).body).toEqual(before);
    expect(await query("SELECT FROM audit_log WHERE action = 'store.changed' AND subject_id = $1", [id])).toEqual([]);
    // A cost that an administrator has set remains.
    expect((await change(body, id, 'admin')).status).toBe(200);
    expect((await change(body, id)).status).toBe(200);
  });

  it('replaces categories', async () => {
    const { id } = await someStore();
    const [first, second] = [
      await application.market.category({ name: 'Aa' }),
      await application.market.category({ name: 'Bb' }),
    ];
    const named = async (body: object) =>
      (await change({ hidden: 0, ...body }, id)).body.store_categories.map((one: { name: string }) => one.name);
    expect(await named({ categories: [second, first, second] })).toEqual(['Aa', 'Bb']);
    expect(await named({})).toEqual(['Aa', 'Bb']);
    expect(await named({ categories: [second] })).toEqual(['Bb']);
    expect(await named({ categories: [] })).toEqual([]);
  });

  it('records the actor and the changes', async () => {
    const { id, domain } = await someStore();
    await change({ hidden: 1, revenue_cpc: 5, domains: ['audit.example'] }, id);
    const rows = await query(
      "SELECT actor_id, details FROM audit_log WHERE action = 'store.changed' AND subject_id = $1",
      [id],
    );
    expect(rows).toEqual([
      {
        actor_id: cast.ids.advertiser,
        details: {
          hidden: true,
          prices: {
            general: {
              cpcMinor: 5,
              invoiceCpcMinor: null,
              cpa: null,
              invoiceCpa: null,
              cpoMinor: null,
              marginCpa: null,
              invoiceCpoMinor: null,
              cpoMode: null,
              minimumOrderMinor: null,
            },
          },
          domains: { added: ['audit.example'], removed: [domain], rulesRemoved: [] },
        },
      },
    ]);
  });

  it('removes the rules of removed domains, and changes the address of the store', async () => {
    const { id, domain } = await someStore();
    const rule = (url: string | null, keyword: string | null) =>
      query('INSERT INTO url_rules (store_id, type, url, keyword) VALUES ($1, $2, $3, $4)', [
        id,
        'allow',
        url,
        keyword,
      ]);
    await query('UPDATE stores SET url = $2 WHERE id = $1', [id, `https://www.${domain}/`]);
    await rule(`https://${domain}/shoes`, null);
    await rule(`https://m.${domain}/`, null);
    await rule(`https://kept.example/?q=${domain}`, null);
    await rule(null, 'sale');
    const { body } = await change({ hidden: 0, domains: ['kept.example'] }, id);
    expect(body.url).toBe('https://kept.example/');
    const left = await query('SELECT url, keyword FROM url_rules WHERE store_id = $1 ORDER BY id', [id]);
    expect(left).toEqual([
      { url: `https://kept.example/?q=${domain}`, keyword: null },
      { url: null, keyword: 'sale' },
    ]);
    expect((await change({ hidden: 0, domains: ['kept.example', domain] }, id)).body.url).toBe('https://kept.example/');
  });

  it('of several concurrent changes, one is applied completely and last', async () => {
    const { id, domain } = await someStore();
    const sets = Array.from({ length: 6 }, (_, n) => ({
      hidden: n % 2,
      revenue_cpc: n,
      domains: [domain, `both-${n}.${domain}`, `all.${domain}`],
    }));
    const replies = await Promise.all(sets.map((body) => change(body, id)));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { body } = await read(id);
    const n = body.revenue_cpc;
    expect(body.hidden).toBe(n % 2);
    expect(body.urls.map((url: { end_host: string }) => url.end_host).sort()).toEqual(
      [domain, `all.${domain}`, `both-${n}.${domain}`].sort(),
    );
  });
});

describe('PATCH /advertiser/stores/{id} enforces its limits', () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, n) => `limit-${n}.example`);

  it.each<[string, () => object]>([
    ['prices of 0', () => ({ revenue_cpc: 0, social_revenue_cpc: 0, revenue_cpa: 0, revenue_social_cpa: 0 })],
    [
      'the highest',
      () => ({ revenue_cpc: 100_000, social_revenue_cpc: 100_000, revenue_cpa: 1, revenue_social_cpa: 1 }),
    ],
    ['50 domains', () => ({ domains: hosts(50) })],
    ['a domain of 255 characters', () => ({ domains: ['limit-a.example/'.padEnd(255, 'x')] })],
  ])('%s are accepted', async (_what, values) => {
    const { id } = await someStore();
    const { status, body } = await change({ hidden: 0, ...values() }, id);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body).toMatchObject('domains' in values() ? {} : values());
    await change({ hidden: 0, domains: [] }, id);
  });

  it.each<[string, () => object, Record<string, RegExp>]>([
    ['nothing', () => ({ hidden: undefined }), { hidden: /required/ }],
    ['hidden 2', () => ({ hidden: 2 }), { hidden: /one of 0, 1/ }],
    ['hidden true', () => ({ hidden: true }), { hidden: /whole number/ }],
    ['hidden "0"', () => ({ hidden: '0' }), { hidden: /whole number/ }],
    [
      'prices below 0',
      () => ({ revenue_cpc: -1, social_revenue_cpc: -1, revenue_cpa: -0.01, revenue_social_cpa: -1 }),
      {
        revenue_cpc: /at least 0/,
        social_revenue_cpc: /at least 0/,
        revenue_cpa: /at least 0/,
        revenue_social_cpa: /at least 0/,
      },
    ],
    [
      'prices that are too high',
      () => ({ revenue_cpc: 100_001, social_revenue_cpc: 100_001, revenue_cpa: 1.000001, revenue_social_cpa: 2 }),
      {
        revenue_cpc: /at most 100000/,
        social_revenue_cpc: /at most 100000/,
        revenue_cpa: /at most 1/,
        revenue_social_cpa: /at most 1/,
      },
    ],
    [
      'prices of other types',
      () => ({ revenue_cpc: '1', social_revenue_cpc: 0.5, revenue_cpa: '0.1', revenue_social_cpa: null }),
      {
        revenue_cpc: /whole number/,
        social_revenue_cpc: /whole number/,
        revenue_cpa: /a number/,
        revenue_social_cpa: /a number/,
      },
    ],
    ['51 domains', () => ({ domains: hosts(51) }), { domains: /at most 50/ }],
    [
      'a domain of 256 characters',
      () => ({ domains: ['limit-a.example/'.padEnd(256, 'x')] }),
      { 'domains.0': /at most 255/ },
    ],
    [
      'what no shop can own, and no category',
      () => ({ domains: ['a.example', 'co.uk', 'x'], categories: [999_999] }),
      { 'domains.1': /must be a domain/, 'domains.2': /must be a domain/, 'categories.0': /exists/ },
    ],
    ['51 categories', () => ({ categories: Array(51).fill(1) }), { categories: /at most 50/ }],
    [
      'what is set elsewhere',
      () => ({ invoice_cpc: 1, feed_name: 'x' }),
      { invoice_cpc: /not a known field/, feed_name: /not a known field/ },
    ],
  ])('%s is named, and nothing changes', async (_what, values, fields) => {
    const before = (await read()).body;
    const { status, body } = await change({ hidden: 1, ...values() });
    expect([status, Object.keys(body.errors ?? body).sort()]).toEqual([422, Object.keys(fields).sort()]);
    for (const [field, says] of Object.entries(fields))
      expect(body.errors[field]).toContainEqual(expect.stringMatching(says));
    expect((await read()).body).toEqual(before);
  });
});
