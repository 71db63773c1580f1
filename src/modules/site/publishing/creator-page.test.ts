import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { memoryStorage } from '../../../../tests/harness/memory-storage.ts';
import { picture } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';

const { storage } = memoryStorage();
const { application, cast } = await createPopulatedApplication({ storage });
const { ids, tokens } = cast;
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const settings = `/v2/users/${ids.creator}/public-page`;
const call = (method: 'GET' | 'PUT', as: Role | null, body?: object, url = settings) =>
  application.call({ method, url, ...(as !== null && { as: tokens[as] }), ...(body !== undefined && { body }) });
const publish = (body: object = { is_public: true, name: 'anna-hikes' }) => call('PUT', 'creator', body);
const get = (url: string) => application.app.inject({ url, headers: { accept: 'text/html' } });
const PAGE = '/creators/anna-hikes';
const KIT = `${PAGE}/media-kit.pdf`;

await query("UPDATE users SET display_name = 'Anna <Ek>', email = 'anna.ek@secret.test' WHERE id = $1", [ids.creator]);
const [{ id: topic }] = await query("INSERT INTO categories (name, key) VALUES ('Outdoor', 'outdoor') RETURNING id");
const profile = await application.call({
  method: 'PATCH',
  url: `/v2/users/${ids.creator}/profile`,
  as: tokens.creator,
  body: {
    bio: 'I hike.\n\n<script>alert(1)</script>',
    languages: ['sv', 'de'],
    topics: [topic],
    rates: [{ kind: 'post', amount: { minor: 250_000, currency: 'SEK' } }],
    portfolio: [{ title: 'A week in Sarek', url: 'https://anna.example/sarek' }],
  },
});
expect(profile.status).toBe(200);
await upload(application, {
  url: `/v2/users/${ids.creator}/profile/picture`,
  as: tokens.creator,
  content: await picture('png', { width: 40, height: 40 }),
  field: 'picture',
});
await query(
  `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers, proven_by, proven_at) VALUES
    ($1, 'social', 'instagram', 'anna.proven', 'https://www.instagram.com/anna.proven', 1200, 'page', now()),
    ($1, 'social', 'tiktok', 'not.hers', 'https://www.tiktok.com/@not.hers', 9000000, NULL, NULL)`,
  [ids.creator],
);

beforeEach(async () => {
  await query('DELETE FROM creator_pages');
  await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [ids.creator]);
});

describe('The public page of a creator', () => {
  it('is off at first, and shows what the creator wrote and proved once it is on', async () => {
    expect((await call('GET', 'creator')).body).toEqual({
      is_public: false,
      is_shown: false,
      name: null,
      shows_rates: false,
      url: null,
      media_kit_url: null,
      links: [],
    });
    expect((await get(PAGE)).statusCode).toBe(404);
    expect((await publish()).body).toEqual({
      is_public: true,
      is_shown: true,
      name: 'anna-hikes',
      shows_rates: false,
      url: `http://tributary.test${PAGE}`,
      media_kit_url: `http://tributary.test${KIT}`,
      links: [],
    });
    const { statusCode, headers, body } = await get(PAGE);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=0']);
    for (const shown of [
      '<h1>Anna &lt;Ek&gt;</h1>',
      '<p>I hike.</p>',
      '&lt;script&gt;',
      '<li>Swedish</li>',
      '<li>Outdoor</li>',
      'href="https://www.instagram.com/anna.proven" rel="nofollow ugc noopener">Instagram: anna.proven</a>',
      '1,200 followers, by their own account',
      'href="https://anna.example/sarek"',
      '/files/media/',
    ])
      expect(body).toContain(shown);
    expect(body).not.toContain('noindex');
    expect((await get('/sitemap.xml')).body).toContain(`<loc>http://tributary.test${PAGE}</loc>`);
  });

  it('never shows unproven channels, the e-mail address or username, results, and rates only by choice', async () => {
    await publish();
    const [{ username }] = await query('SELECT username FROM users WHERE id = $1', [ids.creator]);
    const hidden = ['not.hers', '9,000,000', 'secret.test', username, '2,500', '<script>'];
    const { body } = await get(PAGE);
    for (const text of hidden) expect(body).not.toContain(text);
    await publish({ is_public: true, shows_rates: true });
    expect((await get(PAGE)).body).toContain('<li>SEK 2,500.00 for a post</li>');
    // Without a display name, the name of the page stands for the person: a username often begins with the address.
    await query('UPDATE users SET display_name = NULL WHERE id = $1', [ids.creator]);
    const unnamed = (await get(PAGE)).body;
    await query("UPDATE users SET display_name = 'Anna <Ek>' WHERE id = $1", [ids.creator]);
    expect(unnamed).toContain('<h1>anna-hikes</h1>');
    expect(unnamed).not.toContain(username);
  });

  it('has a media kit with the same facts', async () => {
    await publish();
    const { statusCode, headers, rawPayload } = await get(`${KIT}?lang=sv`);
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(rawPayload.includes('/Subtype /Image')).toBe(true);
  });

  it('is found by nobody as soon as it is hidden, and nothing tells whether it exists', async () => {
    await publish();
    const etag = String((await get(PAGE)).headers.etag);
    expect((await publish({ is_public: false })).body).toMatchObject({ is_public: false, is_shown: false });
    const never = await get('/creators/nobody-here');
    for (const url of [PAGE, KIT, `${PAGE}?lang=sv`]) {
      const found = await application.app.inject({ url, headers: { accept: 'text/html', 'if-none-match': etag } });
      expect([found.statusCode, found.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(found.body).toContain('noindex');
      expect(found.body).not.toMatch(/anna/i);
    }
    expect((await get(PAGE)).body).toBe(never.body);
    for (const url of ['/sitemap.xml', '/', '/discover/stores', '/discover/campaigns'])
      expect((await get(url)).body).not.toContain('anna-hikes');
    for (const as of ['otherCreator', 'otherAgency', 'advertiser', 'otherAdvertiser'] as const)
      expect((await call('GET', as)).status).toBe(404);
  });

  it('is hidden while the creator is suspended, and ends when the person is erased', async () => {
    const person = await application.market.user({});
    const url = `/v2/users/${person}/public-page`;
    const as = await application.tokenOf(person);
    await application.call({ method: 'PUT', url, as, body: { is_public: true, name: 'short-lived' } });
    expect((await get('/creators/short-lived')).statusCode).toBe(200);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [person]);
    expect((await get('/creators/short-lived')).statusCode).toBe(404);
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [person]);
    expect((await get('/creators/short-lived')).statusCode).toBe(200);
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    await eraseUser({ db: application.database.db, now: () => new Date() }, { userId: person, actorId: null });
    expect((await get('/creators/short-lived')).statusCode).toBe(404);
    expect(await query('SELECT FROM creator_pages WHERE user_id = $1', [person])).toEqual([]);
  });

  it('is switched on by the creator, the agency and administrators alone', async () => {
    const found: Record<string, number> = {};
    for (const as of [null, 'otherCreator', 'otherAgency', 'advertiser', 'otherAdvertiser'] as const)
      found[`${as}`] = (await call('PUT', as, { is_public: true, name: 'stolen' })).status;
    expect(found).toEqual({ null: 401, otherCreator: 404, otherAgency: 404, advertiser: 404, otherAdvertiser: 404 });
    expect(await query('SELECT FROM creator_pages')).toEqual([]);
    for (const as of ['creator', 'agency', 'admin'] as const)
      expect((await call('PUT', as, { is_public: true, name: 'anna-hikes' })).status).toBe(200);
  });

  it('needs a name that nobody else has, also while that page is hidden', async () => {
    expect((await publish({ is_public: true })).body.errors).toEqual({ name: ['is required'] });
    for (const name of ['ab', '-anna', 'Anna', 'a/b', 'a'.repeat(41)])
      expect([name, (await publish({ is_public: true, name })).status]).toEqual([name, 422]);
    await publish();
    await publish({ is_public: false });
    const other = `/v2/users/${ids.otherCreator}/public-page`;
    const taken = await call('PUT', 'otherCreator', { is_public: true, name: 'anna-hikes' }, other);
    expect([taken.status, taken.body.error]).toEqual([400, 'name_taken']);
  });

  it('gives a name to one of two creators who choose it at once', async () => {
    const urls = [settings, `/v2/users/${ids.otherCreator}/public-page`];
    const replies = await Promise.all(urls.map((url) => call('PUT', 'admin', { is_public: true, name: 'both' }, url)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('The links on the public page of a creator', () => {
  const linkOf = (userId = ids.creator, storeId = cast.storeId) => application.market.link({ userId, storeId });
  const titled = async (title: string, storeId?: number) => {
    const link = await linkOf(ids.creator, storeId);
    await query('UPDATE links SET title = $2 WHERE id = $1', [link.id, title]);
    return link;
  };
  const put = (links: number[], more: object = {}, as: Role = 'creator') =>
    call('PUT', as, { is_public: true, name: 'anna-hikes', links, ...more });

  it('are shown in the order of the creator, as tracked and marked advertising, without scripts or other hosts', async () => {
    const [boots, tent] = [await titled('Boots <b>'), await titled('Tent')];
    const named = {
      method: 'PATCH',
      url: `/v2/affiliate-links/${tent.id}`,
      as: tokens.creator,
      body: { slug: 'my-tent' },
    } as const;
    expect((await application.call(named)).status).toBe(200);
    const { body: saved } = await put([tent.id, boots.id]);
    expect(saved.links).toMatchObject([
      {
        id: tent.id,
        title: 'Tent',
        url: 'http://tributary.test/r/my-tent',
        store: { id: cast.storeId },
        is_shown: true,
      },
      { id: boots.id, url: `http://tributary.test/r/${boots.code}`, is_shown: true },
    ]);
    const { body, headers } = await get(PAGE);
    expect(body).toMatch(
      new RegExp(
        `These are advertising links: Anna &lt;Ek&gt; can earn .*href="http://tributary.test/r/my-tent" rel="sponsored nofollow">Tent</a>.*Advertisement · .*/r/${boots.code}" rel="sponsored nofollow">Boots &lt;b&gt;</a>`,
        's',
      ),
    );
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toContain('<script');
    expect((await get(`${PAGE}?lang=sv`)).body).toContain('reklamlänkar');
    expect((await get(`${PAGE}?lang=de`)).body).toContain('Werbelinks');
    // What is not given is unchanged, and an empty list removes all.
    expect((await publish({ is_public: true })).body.links).toHaveLength(2);
    expect((await put([boots.id, tent.id])).body.links.map(({ id }: { id: number }) => id)).toEqual([
      boots.id,
      tent.id,
    ]);
    expect((await put([])).body.links).toEqual([]);
    expect((await get(PAGE)).body).not.toContain('advertising');
  });

  it('are left out while they do not earn, or their store is closed or hidden, and the name of the store with them', async () => {
    const store = await application.market.store({});
    await query(`UPDATE stores SET name = 'Secret opening' WHERE id = $1`, [store]);
    const link = await titled('Lamp', store);
    await put([link.id]);
    const states: [string, string, number][] = [
      [
        'UPDATE links SET archived_at = now() WHERE id = $1',
        'UPDATE links SET archived_at = NULL WHERE id = $1',
        link.id,
      ],
      [
        'UPDATE links SET expires_at = now() WHERE id = $1',
        'UPDATE links SET expires_at = NULL WHERE id = $1',
        link.id,
      ],
      [
        'UPDATE links SET suspended_at = now() WHERE id = $1',
        'UPDATE links SET suspended_at = NULL WHERE id = $1',
        link.id,
      ],
      [
        'INSERT INTO unpaid_links (link_id, since) VALUES ($1, now())',
        'DELETE FROM unpaid_links WHERE link_id = $1',
        link.id,
      ],
      ['UPDATE stores SET hidden = true WHERE id = $1', 'UPDATE stores SET hidden = false WHERE id = $1', store],
      [
        'UPDATE stores SET deactivated_at = now() WHERE id = $1',
        'UPDATE stores SET deactivated_at = NULL WHERE id = $1',
        store,
      ],
      [
        `UPDATE stores SET approval = 'pending' WHERE id = $1`,
        `UPDATE stores SET approval = 'approved' WHERE id = $1`,
        store,
      ],
      [
        `INSERT INTO blocklist (store_id, user_id, validate_clicks) VALUES ($1, ${ids.creator}, false)`,
        'DELETE FROM blocklist WHERE store_id = $1',
        store,
      ],
    ];
    for (const [close, open, id] of states) {
      expect([close, /Lamp.*Secret opening/s.test((await get(PAGE)).body)]).toEqual([close, true]);
      await query(close, [id]);
      const { body } = await get(PAGE);
      expect([close, /Lamp|Secret opening|advertising/.test(body)]).toEqual([close, false]);
      expect((await call('GET', 'creator')).body.links).toMatchObject([{ id: link.id, is_shown: false }]);
      await query(open, [id]);
    }
  });

  it('are own ones: those of others are refused, also beside own ones, and change nothing', async () => {
    const [own, foreign] = [await linkOf(), await linkOf(ids.otherCreator)];
    await put([own.id]);
    const attacks = [[foreign.id], [own.id, foreign.id], [999_999_999]];
    for (const links of attacks)
      for (const as of ['creator', 'agency', 'admin'] as const) {
        const { status, body } = await put(links, {}, as);
        expect([status, body.errors]).toEqual([422, { links: ['must all be links of the creator'] }]);
      }
    expect((await put([own.id, own.id])).body.errors).toEqual({ links: ['must not hold an entry twice'] });
    expect((await put(Array.from({ length: 51 }, (_, n) => n + 1))).status).toBe(422);
    expect((await call('GET', 'creator')).body.links.map(({ id }: { id: number }) => id)).toEqual([own.id]);
    for (const as of ['otherCreator', 'otherAgency', 'advertiser', 'otherAdvertiser'] as const)
      expect((await put([own.id], {}, as)).status).toBe(404);
    // A control: the owner of the other link may show it.
    const other = `/v2/users/${ids.otherCreator}/public-page`;
    const shown = await call('PUT', 'otherCreator', { is_public: true, name: 'other', links: [foreign.id] }, other);
    expect(shown.body.links).toMatchObject([{ id: foreign.id }]);
  });

  it('need a page, can be chosen while it is hidden, and end with the person', async () => {
    const person = await application.market.user({});
    const url = `/v2/users/${person}/public-page`;
    const as = await application.tokenOf(person);
    const { id } = await linkOf(person);
    const send = (body: object) => application.call({ method: 'PUT', url, as, body });
    expect((await send({ is_public: false, links: [id] })).body.errors).toEqual({ name: ['is required'] });
    expect((await send({ is_public: false, name: 'hidden-one', links: [id] })).body).toMatchObject({
      is_shown: false,
      links: [{ id }],
    });
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    await eraseUser({ db: application.database.db, now: () => new Date() }, { userId: person, actorId: null });
    expect(await query('SELECT FROM creator_page_links WHERE link_id = $1', [id])).toEqual([]);
  });
});
