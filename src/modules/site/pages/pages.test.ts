import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const AT = new Date('2030-05-01T12:00:00Z');
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const { application, cast } = await createPopulatedApplication({ now: () => AT });
const { market } = application;
const query = (text: string, values: unknown[] = []) => application.database.pool.query(text, values);
await query('UPDATE stores SET name = $2 WHERE id = $1', [cast.storeId, 'Nordic <Runner> & Sons']);
await market.price({ storeId: cast.storeId, cpcMinor: 200, cpa: 0.1 });
const campaign = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
await query(
  `UPDATE campaigns SET campaign_title = '<b>Autumn</b>', campaign_text = E'Run.\\n\\n# Far\\n\\n<script>x</script>' WHERE id = $1`,
  [campaign],
);
await market.price({ storeId: cast.storeId, campaignId: campaign, cpcMinor: 500, userShare: 0.5 });
await publish(`/v2/stores/${cast.storeId}`, { is_public: true, about: 'Shoes since 1974.' });
await publish(`/v2/offers/${campaign}`, { is_public: true });

const get = (url: string, headers: Record<string, string> = BROWSER) => application.app.inject({ url, headers });
async function publish(of: string, body: object) {
  const reply = await application.call({ method: 'PUT', url: `${of}/public-page`, as: cast.tokens.advertiser, body });
  expect(reply.status).toBe(200);
}

describe('Public pages', () => {
  it.each(['/', '/for-creators', '/for-stores', '/discover/stores', '/discover/campaigns'])(
    'are HTML without scripts, and can be stored: %s',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('public, max-age=60');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self';/);
      expect(headers['set-cookie']).toBeUndefined();
      expect(body).not.toMatch(/<script|style=|\son\w+=/i);
      expect(body).toContain('<meta property="og:title"');
      expect(body).toContain(`<link rel="canonical" href="http://tributary.test${url}">`);
      const again = await get(url, { ...BROWSER, 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  it('show the rates of a store as a creator’s earnings, and its campaigns', async () => {
    const { body } = await get(`/discover/stores/${cast.storeId}`);
    expect(body).toContain('<h1>Nordic &lt;Runner&gt; &amp; Sons</h1>');
    expect(body).toContain('Shoes since 1974.');
    expect(body).toContain('<li>SEK 1.40 per click</li><li>7% of the value of orders</li>');
    expect(body).toContain(`href="/discover/campaigns/${campaign}"`);
  });

  it('show a campaign with its own rates and the button to apply, and escape its texts', async () => {
    const { rows } = await query('SELECT token FROM campaigns WHERE id = $1', [campaign]);
    const { body } = await get(`/discover/campaigns/${campaign}`);
    expect(body).toContain('<h1>&lt;b&gt;Autumn&lt;/b&gt;</h1>');
    expect(body).toContain('<p>Run.</p><h2>Far</h2><p>&lt;script&gt;x&lt;/script&gt;</p>');
    expect(body).toContain('<li>SEK 2.50 per click</li>');
    expect(body).toContain(`<a class="button" href="/console/sign-up?campaign=${rows[0].token}">Apply</a>`);
  });

  it.each([
    ['sv', 'sv-SE,sv;q=0.9,en;q=0.5', 'Vad du tjänar', '2,50 kr per klick', 'Öppna kampanjer', 'Sidan hittades inte'],
    ['de', 'de-AT', 'Ihr Verdienst', 'SEK 2,50 pro Klick', 'Offene Kampagnen', 'Seite nicht gefunden'],
    ['en', 'fr-FR, *', 'What you earn', 'SEK 2.50 per click', 'Open campaigns', 'Page not found'],
  ])('are in the language of the reader: %s', async (language, header, earn, rate, open, missing) => {
    const url = `/discover/campaigns/${campaign}`;
    const { headers, body } = await get(url, { ...BROWSER, 'accept-language': header });
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(`<h2>${earn}</h2>`);
    expect(body).toContain(`<li>${rate}</li>`);
    // A cache must not send the page to readers of another language.
    expect(headers).toMatchObject({ vary: 'accept-language', 'cache-control': 'public, max-age=60' });
    expect((await get('/', { ...BROWSER, 'accept-language': header })).headers.vary).toBe(
      'accept, cookie, accept-language',
    );
    // The address can select a language. It does so in the links to other pages, too.
    const selected = await get(`${url}?lang=${language}`, { ...BROWSER, 'accept-language': 'sv;q=0.1, de;q=0.1' });
    expect(selected.body).toContain(`<html lang="${language}">`);
    // Others add parameters to addresses that they share.
    const unknown = await get(`${url}?lang=xx`, { ...BROWSER, 'accept-language': header });
    expect(unknown.body).toContain(`<html lang="${language}">`);
    expect(selected.body).toContain(`<link rel="canonical" href="http://tributary.test${url}?lang=${language}">`);
    expect(selected.body).toContain(`href="/discover/stores/${cast.storeId}?lang=${language}"`);
    expect(selected.body).toContain(`href="/console/sign-in?lang=${language}"`);
    for (const other of ['en', 'sv', 'de'])
      expect(body).toContain(`hreflang="${other}" href="http://tributary.test${url}?lang=${other}"`);
    expect(body).toContain(`<a href="${url}?lang=${language}" lang="${language}" hreflang="${language}" aria-current`);
    const list = await get(`/discover/campaigns?page=2&lang=${language}`);
    expect(list.body).toContain(`<h1>${open}`);
    expect(list.body).toContain(`href="/discover/campaigns?page=1&amp;lang=${language}"`);
    const none = await get(`/no/such/page?lang=${language}`);
    expect([none.statusCode, none.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(none.body).toContain(`<h1>${missing}</h1>`);
    // No URL by itself.
    expect((await get('//', { ...BROWSER, 'accept-language': header })).body).toContain(`<h1>${missing}</h1>`);
  });

  it('begin with three steps, a worked example, the payout and answers', async () => {
    const { body } = await get('/');
    expect(body.match(/<ol class="three">.*?<\/ol>/s)![0].match(/<svg /g)).toHaveLength(3);
    const example = body.match(/<table class="example">.*?<\/table>/s)![0];
    expect(example).toContain('Nordic &lt;Runner&gt; &amp; Sons');
    expect(example).toContain('1,000 clicks at SEK 2.50</th><td>SEK 2,500.00');
    expect(body).toContain('Paid out every month.');
    await query(
      'INSERT INTO payout_minimums (currency, agency_id, minimum_minor, updated_at) VALUES ($1, NULL, 20000, now())',
      ['SEK'],
    );
    expect((await get('/')).body).toContain('Paid out every month, from SEK 200.00');
    expect(body.match(/<details>/g)).toHaveLength(5);
    // A store without a logo is shown by its first letter.
    expect(body).toContain('<span class="monogram" aria-hidden="true">N</span>');
  });

  it('have an imprint from the operator’s settings until an administrator writes one', async () => {
    const before = await get('/imprint');
    expect([before.statusCode, before.body.includes('Tributary Test')]).toEqual([200, true]);
    expect((await get('/')).body).toContain('href="/imprint"');
    await query("UPDATE site_settings SET imprint = 'Written by hand'");
    expect((await get('/imprint')).body).toContain('<p>Written by hand</p>');
    await query("UPDATE site_settings SET imprint = ''");
  });

  it('show the bonuses of this month with their budget, not those of another month', async () => {
    const { market } = application;
    const withBonuses = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
    await publish(`/v2/offers/${withBonuses}`, { is_public: true });
    const page = async () => (await get(`/discover/campaigns/${withBonuses}`)).body;
    expect(await page()).not.toContain('bonus');
    const insert = (version: number, month: string, bonusMinor: number) =>
      query(
        `INSERT INTO bonus_tiers (campaign_id, version, first_month, tiers, budget_minor, created_by, created_at)
         VALUES ($1, $2, $3, $4::jsonb, 90000, $5, now())`,
        [
          withBonuses,
          version,
          month,
          JSON.stringify([{ orders: 10, value_minor: 500_000, bonus_minor: bonusMinor }]),
          cast.ids.advertiser,
        ],
      );
    await insert(1, '2030-05-01', 12_300);
    await insert(2, '2030-06-01', 45_600);
    const shown = await page();
    expect(shown).toContain(
      '<li>SEK 123.00 bonus this month from 10 approved orders and SEK 5,000.00 of order value</li>',
    );
    expect(shown).toContain('at most SEK 900.00 in bonuses for a month');
    expect(shown).not.toContain('456');
    expect((await get('/discover/campaigns')).body).toContain('SEK 123.00 bonus this month');
    await publish(`/v2/offers/${withBonuses}`, { is_public: false });
  });

  it('show what a campaign promises about its terms, and at least what is paid in for it', async () => {
    const sure = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
    await publish(`/v2/offers/${sure}`, { is_public: true });
    onTestFinished(() => publish(`/v2/offers/${sure}`, { is_public: false }));
    const page = async () => (await get(`/discover/campaigns/${sure}?lang=en`)).body;
    expect(await page()).not.toMatch(/do not get worse|in advance/);
    const { status } = await application.call({
      method: 'PUT',
      url: `/v2/offers/${sure}/promise`,
      as: cast.tokens.advertiser,
      body: { until: '2030-12-31', notice_days: 14 },
    });
    expect(status).toBe(200);
    await query(
      `INSERT INTO guarantees (campaign_id, store_id, amount_minor, earlier_minor, until, time_zone, approval_days, created_by, created_at, updated_at)
       VALUES ($1, $2, 123456, 0, '2030-06-30', 'UTC', 14, $3, $4, $4)`,
      [sure, cast.storeId, cast.ids.admin, AT],
    );
    const shown = await page();
    expect(shown).toContain(
      '<li>The terms do not get worse before the end of 31 December 2030</li><li>Changes with 14 days’ notice</li>',
    );
    // Exact amounts before and after a click would tell what the store pays beyond the creator's share.
    expect(shown).toContain('<li>Paid in advance until 30 June 2030: at least SEK 1,200.00 is left</li>');
    expect((await get('/discover/campaigns')).body).toContain('at least SEK 1,200.00 is left');
    await query('UPDATE guarantees SET released_at = $2 WHERE campaign_id = $1', [sure, AT]);
    expect(await page()).not.toContain('in advance');
  });

  it('exist only for stores and campaigns that have opted in and are open', async () => {
    const { market } = application;
    const shown = async (url: string) => (await get(url)).statusCode;
    expect(await shown(`/discover/stores/${cast.otherStoreId}`)).toBe(404);
    const other = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
    expect(await shown(`/discover/campaigns/${other}`)).toBe(404);
    const closed = [
      await market.campaign({ storeId: cast.storeId, type: 'standard' }),
      await market.campaign({ storeId: cast.storeId, type: 'user_accept', active: false }),
      await market.campaign({ storeId: cast.storeId, type: 'user_accept', validUntil: new Date('2030-04-30') }),
      await market.campaign({ storeId: cast.storeId, type: 'user_accept', onlyUserId: cast.ids.creator }),
    ];
    for (const id of closed) {
      await publish(`/v2/offers/${id}`, { is_public: true });
      expect(await shown(`/discover/campaigns/${id}`)).toBe(404);
    }
    const states = [`hidden = true`, `deactivated_at = now()`, `approval = 'pending'`, `deleted_at = now()`];
    for (const state of states) {
      const store = await market.store();
      const ofStore = await market.campaign({ storeId: store, type: 'user_accept' });
      await query('INSERT INTO store_pages (store_id) VALUES ($1)', [store]);
      await query('INSERT INTO campaign_pages (campaign_id) VALUES ($1)', [ofStore]);
      expect([await shown(`/discover/stores/${store}`), await shown(`/discover/campaigns/${ofStore}`)]).toEqual([
        200, 200,
      ]);
      await query(`UPDATE stores SET ${state} WHERE id = $1`, [store]);
      expect([await shown(`/discover/stores/${store}`), await shown(`/discover/campaigns/${ofStore}`)]).toEqual([
        404, 404,
      ]);
      expect((await get('/sitemap.xml')).body).not.toContain(`/stores/${store}<`);
      expect((await get('/discover/stores')).body).not.toContain(`/discover/stores/${store}"`);
    }
  });

  it('are listed page by page', async () => {
    const stores = await Promise.all(Array.from({ length: 25 }, () => application.market.store()));
    await query('INSERT INTO store_pages (store_id, published_at) SELECT unnest($1::bigint[]), $2', [
      stores,
      new Date('2029-01-01'),
    ]);
    const links = (body: string) => [...body.matchAll(/\/discover\/stores\/(\d+)"/g)].map(([, id]) => Number(id));
    const [first, second] = [(await get('/discover/stores')).body, (await get('/discover/stores?page=2')).body];
    expect(links(first)).toHaveLength(24);
    expect(first).toContain('href="/discover/stores?page=2">Next page');
    expect(second).toContain('href="/discover/stores?page=1">Previous page');
    expect(new Set([...links(first), ...links(second)]).size).toBe(links(first).length + links(second).length);
    expect((await get('/discover/stores?page=0')).statusCode).toBe(422);
    expect((await get('/discover/stores?page=1001')).statusCode).toBe(422);
    await query('DELETE FROM store_pages WHERE store_id = ANY ($1)', [stores]);
  });

  it('use a bounded number of queries for any amount of data', async () => {
    const { pool } = application.database;
    const queries = vi.spyOn(pool, 'query');
    onTestFinished(() => queries.mockRestore());
    for (const url of [
      '/',
      '/discover/stores',
      '/discover/campaigns',
      `/discover/stores/${cast.storeId}`,
      '/sitemap.xml',
    ]) {
      queries.mockClear();
      expect((await get(url)).statusCode).toBe(200);
      expect(queries.mock.calls.length).toBeGreaterThan(0);
      expect(queries.mock.calls.length).toBeLessThanOrEqual(8);
    }
  });

  it('lead a browser with a session to the console, and former addresses to the sign-in page', async () => {
    const visit = (url: string, headers: Record<string, string>) => application.app.inject({ url, headers });
    const signedIn = await visit('/', { ...BROWSER, cookie: 'tributary_session=whatever', 'sec-fetch-site': 'none' });
    expect([signedIn.statusCode, signedIn.headers.location, signedIn.headers['cache-control']]).toEqual([
      302,
      '/console',
      'no-store',
    ]);
    expect((await visit('/?to=%2Fconsole%2Fadmin&failed=no_account', BROWSER)).headers.location).toBe(
      '/console/sign-in?to=%2Fconsole%2Fadmin&failed=no_account',
    );
    // A script with a token receives the same page as everybody.
    const script = await visit('/', { authorization: cast.tokens.admin });
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await application.app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
  });

  it('are named in the sitemap and the robots file', async () => {
    const sitemap = await get('/sitemap.xml', {});
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
    for (const path of ['/', '/for-creators', `/discover/stores/${cast.storeId}`, `/discover/campaigns/${campaign}`])
      expect(sitemap.body).toContain(`<loc>http://tributary.test${path}</loc>`);
    expect(sitemap.body).not.toContain('/terms');
    expect((await get('/robots.txt')).body).toContain('Sitemap: http://tributary.test/sitemap.xml');
  });
});

describe('The link to the console', () => {
  it('depends on the browser’s session by a stylesheet that no cache keeps, so that the pages are the same for all', async () => {
    const session = { ...BROWSER, cookie: 'tributary_session=anything' };
    const [page, same] = [await get('/discover/campaigns'), await get('/discover/campaigns', session)];
    expect(same.body).toBe(page.body);
    expect(page.body).toContain('<link rel="stylesheet" href="/site-session.css">');
    expect(page.body).toContain('<a class="signed-in" href="/console">Open the console</a>');
    const [out, signedIn] = [await get('/site-session.css'), await get('/site-session.css', session)];
    expect(out.body).toBe('.signed-in{display:none}\n');
    expect(signedIn.body).toBe('.signed-out{display:none}\n');
    for (const { headers } of [out, signedIn]) expect(headers['cache-control']).toBe('private, no-store');
  });
});

describe('An address without a page', () => {
  it('is a page for browsers, and JSON for programs and on the API', async () => {
    for (const url of ['/no/such/page', `/discover/stores/999999`, '/discover/campaigns/x', '/terms']) {
      const { statusCode, headers, body } = await get(url);
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-store');
      expect(body).toContain('<h1>Page not found</h1>');
      expect(body).toContain('<meta name="robots" content="noindex">');
    }
    for (const [url, headers] of [
      ['/v2/no-such-thing', BROWSER],
      ['/no/such/page', { accept: 'application/json' }],
      ['/no/such/page', {}],
    ] as const) {
      const reply = await get(url, headers);
      expect([reply.statusCode, reply.json().exception]).toEqual([404, 'NotFound']);
    }
    const written = await application.app.inject({ method: 'POST', url: '/no/such/page', headers: BROWSER });
    expect(written.json().exception).toBe('NotFound');
  });
});
