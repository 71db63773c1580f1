import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { MAX_RULES } from './rule.ts';

const NOW = '2030-05-06T07:08:09.000Z';

const { application, cast } = await createPopulatedApplication({ now: () => new Date(NOW) });

const path = (storeId: number | string, rest = '') => `/v2/advertisers/${storeId}/url-matching-rules${rest}`;
const list = (storeId: number, as = cast.tokens.admin) => application.call({ url: path(storeId), as });
const add = (storeId: number, body: unknown, as = cast.tokens.admin) =>
  application.call({ method: 'POST', url: path(storeId), as, body });
const change = (storeId: number, rule: number | string, body: unknown, as = cast.tokens.admin) =>
  application.call({ method: 'PUT', url: path(storeId, `/${rule}`), as, body });
const remove = (storeId: number, rule: number | string, as = cast.tokens.admin) =>
  application.call({ method: 'DELETE', url: path(storeId, `/${rule}`), as });
const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);

let stores = 0;
/** A separate store with its own domain. */
async function newStore() {
  stores += 1;
  const domain = `rules-${stores}.example`;
  const id = await application.market.store({ domains: [domain] });
  await application.live.refresh(id);
  return { id, domain, url: (page = '') => `https://${domain}/${page}` };
}
async function rulesOf(storeId: number) {
  const { status, body } = await list(storeId);
  expect([status, body]).toEqual([200, expect.any(Array)]);
  return body;
}
const NOBODY = 4_503_599_627_370_496;

describe('A rule', () => {
  it('is added, listed, changed and removed', async () => {
    const store = await newStore();
    const added = await add(store.id, { type: 'block', url: store.url('gift-cards'), keyword: 'Gift', is_main: false });
    const rule = { type: 'block', is_main: false, url: store.url('gift-cards'), keyword: 'Gift', updated_at: NOW };
    expect([added.status, added.body]).toEqual([201, { id: expect.any(Number), ...rule }]);
    const { id } = added.body;
    const second = await add(store.id, { type: 'allow', keyword: 'sale' });
    expect(second.body).toEqual({
      id: second.body.id,
      type: 'allow',
      is_main: false,
      url: '',
      keyword: 'sale',
      updated_at: NOW,
    });
    expect(await rulesOf(store.id)).toEqual([added.body, second.body]);

    await run(`UPDATE url_rules SET updated_at = '2020-01-01' WHERE id = $1`, id);
    const changed = await change(store.id, id, { type: 'allow', url: store.url() });
    expect([changed.status, changed.body]).toEqual([
      200,
      { id, type: 'allow', is_main: false, url: store.url(), keyword: '', updated_at: NOW },
    ]);
    expect(await rulesOf(store.id)).toEqual([changed.body, second.body]);

    const removed = await remove(store.id, id);
    expect([removed.status, removed.body]).toEqual([204, null]);
    expect(await rulesOf(store.id)).toEqual([second.body]);
    expect((await remove(store.id, id)).status).toBe(404);
    expect((await change(store.id, id, { type: 'allow', keyword: 'x' })).status).toBe(404);
  });

  it('can be sent back unchanged', async () => {
    const store = await newStore();
    for (const rule of [
      { type: 'block', keyword: 'sale' },
      { type: 'allow', url: store.url('sale'), is_main: true },
    ]) {
      const { body } = await add(store.id, rule);
      const { id, updated_at: _, ...shown } = body;
      expect((await change(store.id, id, shown)).body).toEqual(body);
    }
  });

  it.each([
    ['as typed', (domain: string) => `${domain}/Sale`, (domain: string) => `https://${domain}/Sale`],
    ['with www. and a port', (domain: string) => `http://WWW.${domain}:8080`, (domain: string) => `https://${domain}/`],
    ['with a wildcard', (domain: string) => `*.${domain}/x`, (domain: string) => `https://${domain}/x`],
    [
      'below the domain',
      (domain: string) => `https://outlet.${domain}/?a=1#top`,
      (domain: string) => `https://outlet.${domain}/?a=1`,
    ],
    [
      'with needless escapes',
      (domain: string) => ` ${domain}/%73ale%2f `,
      (domain: string) => `https://${domain}/sale%2F`,
    ],
  ])('stores a url %s in its normal form', async (_how, typed, kept) => {
    const { id, domain } = await newStore();
    expect((await add(id, { type: 'block', url: typed(domain) })).body.url).toBe(kept(domain));
  });

  it('stores an IDN host in punycode', async () => {
    const id = await application.market.store({ domains: ['xn--bcher-kva.example'] });
    const { body } = await add(id, { type: 'allow', url: 'Bücher.example/krimi' });
    expect(body.url).toBe('https://xn--bcher-kva.example/krimi');
  });

  it('takes a url of 2048 characters and a keyword of 255', async () => {
    const store = await newStore();
    const url = store.url('a'.repeat(2048 - store.url().length));
    const { status, body } = await add(store.id, { type: 'block', url, keyword: 'å'.repeat(255) });
    expect([status, body.url.length, body.keyword.length]).toEqual([201, 2048, 255]);
  });

  it.each<[what: string, body: unknown, fields: Record<string, RegExp>]>([
    ['neither url nor keyword', { type: 'allow' }, { url: /without a keyword/, keyword: /without a url/ }],
    ['blank ones', { type: 'allow', url: ' ', keyword: '' }, { url: /without a keyword/, keyword: /without a url/ }],
    ['no type', { keyword: 'x' }, { type: /required/ }],
    ['another type', { type: 'deny', keyword: 'x' }, { type: /allow, block/ }],
    ['a url that is none', { type: 'allow', url: 'a word' }, { url: /address of a page/ }],
    ['another scheme', { type: 'allow', url: 'ftp://shop.example/' }, { url: /address of a page/ }],
    ['credentials in the url', { type: 'allow', url: 'https://a:b@shop.example/' }, { url: /address of a page/ }],
    [
      'a url that is too long',
      { type: 'allow', url: `https://s.example/${'a'.repeat(2031)}` },
      { url: /at most 2048/ },
    ],
    ['a keyword that is too long', { type: 'allow', keyword: 'x'.repeat(256) }, { keyword: /at most 255/ }],
    ['null for the url', { type: 'allow', url: null, keyword: 'x' }, { url: /a text/ }],
    ['1 for is_main', { type: 'allow', keyword: 'x', is_main: 1 }, { is_main: /true or false/ }],
    ['an unknown field', { type: 'allow', keyword: 'x', main: true }, { main: /not a known field/ }],
    ['NUL in the keyword', { type: 'allow', keyword: 'a\0b' }, { keyword: /NUL/ }],
  ])('is refused with %s, when added and when changed', async (_what, given, fields) => {
    const store = await newStore();
    const known = await add(store.id, { type: 'block', keyword: 'known' });
    for (const reply of [await add(store.id, given), await change(store.id, known.body.id, given)]) {
      expect([reply.status, Object.keys(reply.body.errors).sort()]).toEqual([422, Object.keys(fields).sort()]);
      for (const [field, says] of Object.entries(fields)) {
        expect(reply.body.errors[field]).toEqual([expect.stringMatching(says)]);
      }
    }
    expect(await rulesOf(store.id)).toEqual([known.body]);
  });

  it('must be on one of the store’s domains', async () => {
    const store = await newStore();
    const known = await add(store.id, { type: 'block', keyword: 'known' });
    for (const url of [
      'https://elsewhere.example/',
      `https://not${store.domain}/`,
      `https://${store.domain}.evil.example/`,
    ]) {
      const body = { type: 'allow', url };
      for (const reply of [await add(store.id, body), await change(store.id, known.body.id, body)]) {
        expect([reply.status, reply.body.error]).toEqual([400, 'url_not_of_store']);
      }
    }
    const bare = await application.market.store();
    expect((await add(bare, { type: 'allow', url: store.url() })).body.error).toBe('url_not_of_store');
    expect((await add(bare, { type: 'allow', keyword: 'x' })).status).toBe(201);
  });

  it('is unique', async () => {
    const store = await newStore();
    const { body: first } = await add(store.id, { type: 'block', url: store.url('sale'), keyword: 'Shoes' });
    const same = { type: 'block', url: `http://www.${store.domain}/%73ale`, keyword: ' shoes ' };
    const refused = await add(store.id, same);
    expect([refused.status, refused.body.error]).toEqual([400, 'rule_exists']);
    expect(refused.body.message).toContain(String(first.id));
    for (const other of [
      { ...same, type: 'allow' },
      { ...same, keyword: 'hats' },
      { ...same, keyword: '' },
      { ...same, url: '' },
    ]) {
      expect((await add(store.id, other)).status).toBe(201);
    }
    const [, second] = await rulesOf(store.id);
    expect((await change(store.id, second.id, same)).body.error).toBe('rule_exists');
    expect((await change(store.id, first.id, same)).status).toBe(200);
    const elsewhere = await newStore();
    expect((await add(elsewhere.id, { type: 'block', keyword: 'shoes' })).status).toBe(201);
  });
});

describe('The main rule', () => {
  it('can be shown to creators: it allows, and has a url', async () => {
    const store = await newStore();
    for (const rule of [
      { type: 'block', url: store.url('sale') },
      { type: 'allow', keyword: 'sale' },
    ]) {
      const { status, body } = await add(store.id, { ...rule, is_main: true });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['is_main']]);
    }
    expect(await rulesOf(store.id)).toEqual([]);
  });

  const mains = async (storeId: number) =>
    (await rulesOf(storeId)).filter((rule: { is_main: boolean }) => rule.is_main).map(({ id }: { id: number }) => id);

  it('is unique: setting another one moves it', async () => {
    const store = await newStore();
    const elsewhere = await newStore();
    const other = (await add(elsewhere.id, { type: 'allow', url: elsewhere.url(), is_main: true })).body.id;
    const a = (await add(store.id, { type: 'allow', url: store.url(), is_main: true })).body.id;
    const b = (await add(store.id, { type: 'allow', url: store.url('b'), is_main: true })).body.id;
    expect(await mains(store.id)).toEqual([b]);
    await change(store.id, a, { type: 'allow', url: store.url(), is_main: true });
    expect(await mains(store.id)).toEqual([a]);
    await change(store.id, a, { type: 'allow', url: store.url('a'), is_main: true });
    expect(await mains(store.id)).toEqual([a]);
    await change(store.id, a, { type: 'allow', url: store.url('a') });
    expect(await mains(store.id)).toEqual([]);
    expect(await mains(elsewhere.id)).toEqual([other]);
  });

  it('is only one, also with concurrent requests', async () => {
    const store = await newStore();
    const rules = await Promise.all(
      Array.from({ length: 8 }, (_, at) => add(store.id, { type: 'allow', url: store.url(`p${at}`), is_main: true })),
    );
    expect(rules.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(await mains(store.id)).toHaveLength(1);
    const changes = await Promise.all(
      rules.map(({ body }, at) =>
        change(store.id, body.id, { type: 'allow', url: store.url(`q${at}`), is_main: true }),
      ),
    );
    expect(changes.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await mains(store.id)).toHaveLength(1);
  });

  it('is shown to creators', async () => {
    const store = await newStore();
    await add(store.id, { type: 'allow', url: store.url('welcome'), is_main: true });
    const category = await application.market.category({ storeIds: [store.id] });
    const { body } = await application.call({
      url: `/v2/users/${cast.ids.creator}/advertisers?category_id=${category}&include[]=mainUrlMatchingRule`,
      as: cast.tokens.creator,
    });
    expect(body.data[0].mainUrlMatchingRule).toEqual((await rulesOf(store.id))[0]);
  });
});

describe('A store has at most ten thousand rules', () => {
  it('also with concurrent requests', async () => {
    const store = await newStore();
    await run(
      `INSERT INTO url_rules (store_id, type, keyword) SELECT $1, 'block', 'word ' || n FROM generate_series(1, $2::int) n`,
      store.id,
      MAX_RULES - 3,
    );
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => add(store.id, { type: 'block', keyword: `last ${at}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body.error]).toEqual([400, 'too_many_rules']);
    }
    const rules = await rulesOf(store.id);
    expect(rules).toHaveLength(MAX_RULES);
    const { body } = await change(store.id, rules[0].id, { type: 'block', keyword: 'another word' });
    expect(body.keyword).toBe('another word');
    await remove(store.id, rules[0].id);
    expect((await add(store.id, { type: 'block', keyword: 'one more' })).status).toBe(201);
  });
});

describe('Who may', () => {
  it.each([
    ['advertiser', true],
    ['admin', true],
    ['otherAdvertiser', false],
    ['creator', false],
    ['agency', false],
  ] as const)('read and write rules: the role %s: %s', async (role, may) => {
    const as = cast.tokens[role];
    const known = (await add(cast.storeId, { type: 'block', keyword: `of ${role}` })).body.id;
    const rule = { type: 'block', keyword: `by ${role}` };
    const replies = [
      await list(cast.storeId, as),
      await add(cast.storeId, rule, as),
      await change(cast.storeId, known, { ...rule, keyword: `anew by ${role}` }, as),
      await remove(cast.storeId, known, as),
    ];
    expect(replies.map(({ status }) => status)).toEqual(may ? [200, 201, 200, 204] : [403, 403, 403, 403]);
    const there = (await rulesOf(cast.storeId)).some(({ id }: { id: number }) => id === known);
    expect(there).toBe(!may);
  });

  it('not without a token, and not at a store that is hidden or not there', async () => {
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      expect((await application.call({ method, url: path(cast.storeId, rest) })).status).toBe(401);
      const hidden = await application.market.store({ hidden: true });
      for (const store of [hidden, NOBODY, 'x', '0']) {
        const reply = await application.call({ method, url: path(store, rest), as: cast.tokens.advertiser });
        expect([store, reply.status, reply.body.message]).toEqual([store, 404, 'No query results for store.']);
      }
    }
  });

  it('not reach a rule through another store', async () => {
    const { body } = await add(cast.otherStoreId, { type: 'block', keyword: 'theirs' });
    for (const rule of [body.id, NOBODY, 0, 'x']) {
      for (const reply of [
        await change(cast.storeId, rule, { type: 'allow', keyword: 'mine' }, cast.tokens.advertiser),
        await remove(cast.storeId, rule, cast.tokens.advertiser),
      ]) {
        expect([reply.status, reply.body.message]).toEqual([404, 'No query results for URL matching rule.']);
      }
    }
    expect(await rulesOf(cast.otherStoreId)).toEqual([body]);
  });
});

describe('The audit log', () => {
  it('for every change of a rule', async () => {
    const store = await newStore();
    const { id } = (await add(store.id, { type: 'block', keyword: 'a' })).body;
    await change(store.id, id, { type: 'allow', url: store.url('b'), is_main: true });
    await remove(store.id, id);
    const { rows } = await run(
      `SELECT actor_id, action, details FROM audit_log WHERE subject_kind = 'store' AND subject_id = $1 ORDER BY id`,
      store.id,
    );
    const by = { actor_id: cast.ids.admin };
    const replacement = { rule: id, type: 'allow', url: store.url('b'), keyword: null, isMain: true };
    expect(rows).toEqual([
      { ...by, action: 'url_rule.added', details: { rule: id, type: 'block', url: null, keyword: 'a', isMain: false } },
      { ...by, action: 'url_rule.changed', details: replacement },
      { ...by, action: 'url_rule.removed', details: replacement },
    ]);
  });
});

describe('A rule applies from the next call', () => {
  it('for inspection and link creation', async () => {
    const store = await newStore();
    const as = cast.tokens.creator;
    const inspect = async (page: string) => {
      const url = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
      return (await application.call({ method: 'POST', url, as, body: { url: store.url(page) } })).body
        .inspection_result;
    };
    const make = async (page: string) => {
      const { status, body } = await application.call({
        method: 'POST',
        url: '/v2/affiliate-links',
        as,
        body: { url: store.url(page) },
      });
      return status === 200 ? 'made' : body.error;
    };
    expect([await inspect('gift/1'), await make('gift/1')]).toEqual(['single_advertiser', 'made']);
    const { id } = (await add(store.id, { type: 'block', url: store.url('gift') })).body;
    expect([await inspect('gift/2'), await make('gift/2')]).toEqual(['blocked', 'url_blocked']);
    expect(await inspect('shoes')).toBe('single_advertiser');
    await change(store.id, id, { type: 'block', keyword: 'shoes' });
    expect([await inspect('gift/2'), await inspect('red-SHOES'), await make('red-SHOES')]).toEqual([
      'single_advertiser',
      'blocked',
      'url_blocked',
    ]);
    await change(store.id, id, { type: 'allow', url: store.url('shoes') });
    expect([await inspect('gift/2'), await inspect('shoes')]).toEqual(['no_advertiser', 'single_advertiser']);
    await remove(store.id, id);
    expect([await inspect('gift/2'), await make('gift/2')]).toEqual(['single_advertiser', 'made']);
  });
});
