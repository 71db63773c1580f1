import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast } from '../../../../tests/harness/cast.ts';

const application = await createTestApplication();
const { market } = application;
const markets = {
  finland: await market.storeGroup({ currency: 'EUR', country: 'FI' }),
  sweden: await market.storeGroup({ currency: 'SEK', country: 'SE' }),
  laterSweden: await market.storeGroup({ currency: 'SEK', country: 'SE' }),
};
const category = await market.category();
const cast = await createCast(application);

let made = 0;
/** A body with all required fields, for a new store. */
const storeBody = () => ({
  name: 'Ny butik',
  domains: [[`ny-${++made}.example`]],
  country: 'SE',
  currency: 'SEK',
  language: 'sv',
});

const register = (body: unknown, as: string | undefined = cast.tokens.creator) =>
  application.call({ method: 'POST', url: '/v2/stores', body, ...(as === '' ? {} : { as }) });

const rowOf = async (id: number) =>
  (await application.database.pool.query('SELECT * FROM stores WHERE id = $1', [id])).rows[0];
const domainsOf = async (id: number) =>
  (
    await application.database.pool.query<{ host: string }>(
      'SELECT host FROM store_domains WHERE store_id = $1 ORDER BY id',
      [id],
    )
  ).rows.map((row) => row.host);
const storeCount = async () => (await application.database.pool.query('SELECT FROM stores')).rowCount;

describe('POST /v2/stores', () => {
  it('opens a store whose orders are approved by themselves after 30 days', async () => {
    const { body } = await register({ ...storeBody(), domains: [['dagar.example']] });
    const { rows } = await application.database.pool.query(
      'SELECT approval_days FROM order_rules WHERE store_id = $1',
      [body.id],
    );
    expect(rows).toEqual([{ approval_days: 30 }]);
  });

  it('opens a store with all given fields', async () => {
    const { status, body } = await register({
      ...storeBody(),
      name: 'Hatt & Handske',
      domains: [
        ['https://WWW.Hatt.example/start', '*.handske.example'],
        ['hatt.example', 'hütte.example'],
      ],
      categories: [category, category],
      logo_url: 'https://cdn.hatt.example/logo.svg',
      billing: { company_name: 'Hatt AB', street: 'Gatan 1', postal_code: '111 22', city: 'Ort', vat_number: 'SE1' },
    });
    expect([status, body]).toEqual([201, { id: expect.any(Number), name: 'Hatt & Handske' }]);
    expect(await rowOf(body.id)).toMatchObject({
      name: 'Hatt & Handske',
      store_group_id: markets.sweden,
      country: 'SE',
      currency: 'SEK',
      language: 'sv',
      locale: 'sv_SE',
      url: 'https://hatt.example/',
      logo_url: 'https://cdn.hatt.example/logo.svg',
      logo_key: null,
      hidden: false,
      deactivated_at: null,
      company_name: 'Hatt AB',
      street: 'Gatan 1',
      postal_code: '111 22',
      city: 'Ort',
      vat_number: 'SE1',
      tracking_key: expect.stringMatching(/^[0-9a-f]{24}$/),
      activation_key_hash: null,
    });
    expect(await domainsOf(body.id)).toEqual(['hatt.example', 'handske.example', 'xn--htte-0ra.example']);
    const { rows } = await application.database.pool.query(
      "SELECT actor_id, details FROM audit_log WHERE action = 'store.registered' AND subject_kind = 'store' AND subject_id = $1",
      [body.id],
    );
    expect(rows).toEqual([
      { actor_id: cast.ids.creator, details: expect.objectContaining({ name: 'Hatt & Handske' }) },
    ]);
  });

  it('needs no more than name, domains, country, currency and language', async () => {
    const { status, body } = await register(storeBody());
    expect(status).toBe(201);
    expect(await rowOf(body.id)).toMatchObject({ company_name: null, logo_url: null });
    expect((await register({ ...storeBody(), billing: {}, categories: [] })).status).toBe(201);
  });

  it('makes the caller its first member, who may then change it', async () => {
    const { body } = await register(storeBody());
    const read = (as: string) => application.call({ url: `/advertiser/stores/${body.id}`, as });
    expect((await read(cast.tokens.creator)).status).toBe(200);
    expect((await read(cast.tokens.otherCreator)).status).toBe(403);
    expect((await read(cast.tokens.admin)).status).toBe(200);
  });

  it('does not add an administrator, who registers for others', async () => {
    const { status, body } = await register(storeBody(), cast.tokens.admin);
    expect(status).toBe(201);
    const members = await application.database.pool.query('SELECT FROM store_members WHERE store_id = $1', [body.id]);
    expect(members.rowCount).toBe(0);
  });

  it('is for anyone who has signed in', async () => {
    for (const role of ['creator', 'agency', 'advertiser', 'admin'] as const) {
      expect((await register(storeBody(), cast.tokens[role])).status).toBe(201);
    }
    const before = await storeCount();
    expect((await register(storeBody(), '')).status).toBe(401);
    expect((await register({}, '')).status).toBe(401);
    expect((await register(storeBody(), 'no-such-token')).status).toBe(401);
    expect(await storeCount()).toBe(before);
  });

  it('waits for an administrator, and is seen by inspection, link creation and the lists from then on', async () => {
    const store = storeBody();
    const { body } = await register({ ...store, categories: [category] });
    const url = `https://www.${store.domains[0]![0]}/shoes`;
    const as = cast.tokens.otherCreator;
    const inspections = `/v2/users/${cast.ids.otherCreator}/inspections/affiliate-link`;
    const inspect = () => application.call({ method: 'POST', url: inspections, as, body: { url } });
    expect((await inspect()).body.inspection_result).toBe('no_advertiser');
    const approve = `/v2/admin/stores/${body.id}/approve`;
    await application.call({ method: 'POST', url: approve, as: cast.tokens.admin, body: { consent_to_domains: true } });
    expect((await inspect()).body).toMatchObject({
      inspection_result: 'single_advertiser',
      matching_advertisers: [{ id: body.id }],
    });
    const link = await application.call({ method: 'POST', url: '/v2/affiliate-links', as, body: { url } });
    expect([link.status, link.body.affiliate_link.advertiser.id]).toEqual([200, body.id]);
    const shelf = `/v2/users/${cast.ids.otherCreator}/advertisers?category_id=${category}`;
    const listed = await application.call({ url: shelf, as });
    expect(listed.body.data.map((advertiser: { id: number }) => advertiser.id)).toContain(body.id);
  });

  it('belongs to the market of its country and currency, else to the oldest of its currency', async () => {
    const marketOf = async (values: object) =>
      (await rowOf((await register({ ...storeBody(), ...values })).body.id)).store_group_id;
    expect(await marketOf({ country: 'SE', currency: 'SEK' })).toBe(markets.sweden);
    expect(await marketOf({ country: 'FI', currency: 'EUR', language: 'fi' })).toBe(markets.finland);
    expect(await marketOf({ country: 'DE', currency: 'EUR', language: 'de' })).toBe(markets.finland);
    expect(await marketOf({ country: 'FI', currency: 'SEK' })).toBe(markets.sweden);
  });

  it('names the existing currencies', async () => {
    const { status, body } = await register({ ...storeBody(), currency: 'XTS' });
    expect([status, body.errors]).toEqual([422, { currency: ['must be the currency of a market: EUR, SEK'] }]);
  });
});

describe('POST /v2/stores enforces its limits', () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, n) => `host-${n}-${++made}.example`);

  it.each<[string, () => object]>([
    ['a name of 2 characters', () => ({ name: 'ab' })],
    ['a name of 128', () => ({ name: '🛍'.repeat(128) })],
    ['50 domains in one list', () => ({ domains: [hosts(50)] })],
    ['50 domains in 50 lists', () => ({ domains: hosts(50).map((host) => [host]) })],
    ['a domain of 255 characters', () => ({ domains: [[`${hosts(1)[0]}/`.padEnd(255, 'x')]] })],
    ['50 categories', () => ({ categories: Array(50).fill(category) })],
    ['a logo address of 2048', () => ({ logo_url: 'http://a.example/'.padEnd(2048, 'x') })],
    ['a company of 255 characters', () => ({ billing: { company_name: 'å'.repeat(255) } })],
    ['empty lines of billing', () => ({ billing: { company_name: '', street: '', vat_number: '' } })],
  ])('%s is accepted', async (_what, values) => {
    const { status, body } = await register({ ...storeBody(), ...values() });
    expect([status, body.errors]).toEqual([201, undefined]);
  });

  const line = 'x'.repeat(256);
  it.each<[string, () => object, Record<string, RegExp>]>([
    [
      'nothing',
      () => ({ name: undefined, domains: undefined, country: undefined, currency: undefined, language: undefined }),
      { name: /required/, domains: /required/, country: /required/, currency: /required/, language: /required/ },
    ],
    ['a name of 1 character', () => ({ name: 'a' }), { name: /at least 2/ }],
    ['a name of 129', () => ({ name: 'a'.repeat(129) }), { name: /at most 128/ }],
    ['a number for the name', () => ({ name: 5 }), { name: /must be a text/ }],
    ['no domain', () => ({ domains: [] }), { domains: /at least 1/ }],
    ['lists without a domain', () => ({ domains: [[], []] }), { domains: /at least one domain/ }],
    ['a list that is no list of lists', () => ({ domains: ['a.example'] }), { 'domains.0': /must be a list/ }],
    ['51 domains in one list', () => ({ domains: [hosts(51)] }), { 'domains.0': /at most 50/ }],
    ['51 domains in two', () => ({ domains: [hosts(50), hosts(1)] }), { domains: /at most 50/ }],
    ['51 lists', () => ({ domains: hosts(51).map((host) => [host]) }), { domains: /at most 50/ }],
    ['an empty domain', () => ({ domains: [hosts(1), ['']] }), { 'domains.1.0': /must not be empty/ }],
    ['a domain of 256', () => ({ domains: [['a.example/'.padEnd(256, 'x')]] }), { 'domains.0.0': /at most 255/ }],
    [
      'what no shop can own',
      () => ({
        domains: [
          ['good.example', 'co.uk', 'myshopify.com'],
          ['shop', 'ftp://a.example', '*.se', 'a b.se'],
        ],
      }),
      {
        'domains.0.1': /must be a domain/,
        'domains.0.2': /must be a domain/,
        'domains.1.0': /must be a domain/,
        'domains.1.1': /must be a domain/,
        'domains.1.2': /must be a domain/,
        'domains.1.3': /must be a domain/,
      },
    ],
    [
      'categories that are none',
      () => ({ categories: [category, 999_999, category, 0] }),
      { 'categories.3': /at least 1/ },
    ],
    ['51 categories', () => ({ categories: Array(51).fill(category) }), { categories: /at most 50/ }],
    ['a logo that is no web address', () => ({ logo_url: 'javascript:alert(1)' }), { logo_url: /web address/ }],
    ['a logo file', () => ({ logo_url: 'file:///etc/passwd' }), { logo_url: /web address/ }],
    [
      'a logo address of 2049',
      () => ({ logo_url: 'http://a.example/'.padEnd(2049, 'x') }),
      { logo_url: /at most 2048/ },
    ],
    [
      'codes of another form',
      () => ({ country: 'swe', currency: 'kr', language: 'sv-SE' }),
      { country: /country code/, currency: /currency code/, language: /language code/ },
    ],
    [
      'billing lines of 256',
      () => ({ billing: { company_name: line, street: line, postal_code: line, city: line, vat_number: line } }),
      {
        'billing.company_name': /at most 255/,
        'billing.street': /at most 255/,
        'billing.postal_code': /at most 255/,
        'billing.city': /at most 255/,
        'billing.vat_number': /at most 255/,
      },
    ],
    ['a field of nobody’s', () => ({ hidden: true }), { hidden: /not a known field/ }],
  ])('%s is named', async (_what, values, fields) => {
    const before = await storeCount();
    const { status, body } = await register({ ...storeBody(), ...values() });
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, Object.keys(fields).sort()]);
    for (const [field, says] of Object.entries(fields))
      expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
    expect(await storeCount()).toBe(before);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1:8080',
    'http://169.254.169.254/latest',
    '[::1]',
    'localhost',
    'shop.local',
    'db.internal',
  ])('accepts %s, a machine rather than a shop, only from administrators', async (domain) => {
    const store = { ...storeBody(), domains: [[domain]] };
    const refused = await register(store);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['domains.0.0']]);
    expect((await register(store, cast.tokens.admin)).status).toBe(201);
  });

  it.each(['tributary.test', 'https://links.tributary.test/'])('refuses our own host %s', async (domain) => {
    for (const role of ['creator', 'admin'] as const) {
      const { status, body } = await register({ ...storeBody(), domains: [[domain]] }, cast.tokens[role]);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['domains.0.0']]);
    }
  });

  it('is not for those who are suspended', async () => {
    const userId = await application.market.user({ suspended: true });
    const { status, body } = await register(storeBody(), await application.tokenOf(userId));
    expect([status, body.error]).toEqual([400, 'user_suspended']);
  });

  it('names all errors of the database at once', async () => {
    const { status, body } = await register({
      ...storeBody(),
      currency: 'XTS',
      domains: [['co.uk']],
      categories: [999_999, category, 999_998],
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['categories.0', 'categories.2', 'currency', 'domains.0.0'],
    ]);
  });
});
