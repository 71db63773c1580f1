import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { takeCodeMails } from '../../../../tests/harness/mailbox.ts';
import { LONGEST_PASSWORD } from '../../../../tests/harness/passwords.ts';
import { isPassword } from '../../accounts/password.ts';

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

const application = await createTestApplication();
const { market } = application;
await market.storeGroup({ currency: 'SEK', country: 'FI' });
const sweden = await market.storeGroup({ currency: 'SEK', country: 'SE' });
const category = await market.category();

let storeCount = 0;
const someUser = () => ({
  email: `owner-${++storeCount}@mail.example`,
  password: 'lösenord',
  password_confirmation: 'lösenord',
});
const storeBody = () => ({
  user: someUser(),
  feed_name: 'Ny butik',
  language_iso_code: 'sv',
  locale: 'sv_SE',
  currency_iso_code: 'SEK',
  domains: [`legacy-${++storeCount}.example`],
  categories: [category],
  revenue_cpc: 150,
  social_revenue_cpc: 120,
});

const register = (body: unknown) => application.call({ method: 'POST', url: '/advertiser/register-store', body });
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const counts = () => query('SELECT (SELECT count(*) FROM stores) AS stores, (SELECT count(*) FROM users) AS users');

describe('POST /advertiser/register-store', () => {
  it('names the first user, whom others see by that name', async () => {
    const body = storeBody();
    const { status, body: store } = await register({ ...body, user: { ...body.user, name: 'Linnéa Berg' } });
    expect(status).toBe(201);
    const [user] = await query('SELECT public_name FROM users WHERE email = $1', [body.user.email]);
    expect([store.users.length, user.public_name]).toEqual([1, 'Linnéa Berg']);
    const refused = await register({ ...storeBody(), user: { ...someUser(), name: 'www.nike.com' } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['user.name']]);
  });

  it('opens a store with its first user, and answers with both', async () => {
    const sellingStore = storeBody();
    const { status, body } = await register({ ...sellingStore, user: { ...sellingStore.user, username: 'Åsa' } });
    expect(status).toBe(201);
    const { users, ...store } = body;
    expect(store).toEqual({
      revenue_cpo: null,
      revenue_social_cpo: null,
      invoice_cpo: null,
      invoice_social_cpo: null,
      cpo_mode: 'added',
      minimum_order: null,
      id: expect.any(Number),
      feed_id: 0,
      feed_name: 'Ny butik',
      feed_provider: '',
      language_iso_code: 'sv',
      currency_iso_code: 'SEK',
      locale: 'sv_SE',
      revenue_cpc: 150,
      direct_link: '',
      deeplinkable: 1,
      autoupdate: 0,
      metainfo: '',
      url: `https://${sellingStore.domains[0]}/`,
      feed: 0,
      created_at: MOMENT,
      updated_at: store.created_at,
      social_revenue_cpc: 120,
      store_provider_account_id: '',
      last_correct_sync: '',
      number_of_products: 0,
      invoice_cpc: 150,
      invoice_social_cpc: 120,
      program_id: '',
      deleted_at: '',
      revenue_cpa: 0,
      revenue_text: '',
      revenue_of_commision: 0,
      revenue_social_cpa: 0,
      invoice_social_cpa: 0,
      invoice_cpa: 0,
      earnings_return_rate: 0,
      hidden: 0,
      td_earning: 0,
      service_invoicing: 1,
      logo_url: 'http://tributary.test/files/placeholder/logo.svg',
      status: 1,
    });
    expect(users).toEqual([
      {
        id: expect.any(Number),
        username: 'Åsa',
        email: sellingStore.user.email,
        created_at: MOMENT,
        updated_at: users[0].created_at,
        admin: 0,
        last_active: '',
        first_name: '',
        surname: '',
        country: '',
        city: '',
        address: '',
        postcode: '',
        tier_pricing_type: '',
        config: '{}',
        sign_user_agreement: '',
        revenue_tier_id: 0,
        recruitment_utm: '',
        is_suspended: false,
        is_verified: false,
        pivot: { store_id: body.id, user_id: users[0].id },
      },
    ]);
    expect(await query('SELECT store_group_id, country FROM stores WHERE id = $1', [body.id])).toEqual([
      { store_group_id: sweden, country: 'SE' },
    ]);
  });

  it('creates a user who can sign in with the password and whose mailbox is unverified', async () => {
    const { body } = await register(storeBody());
    const [user] = await query('SELECT password_hash, email_unproven, is_admin FROM users WHERE id = $1', [
      body.users[0].id,
    ]);
    expect(user).toMatchObject({ email_unproven: true, is_admin: false });
    expect(await isPassword('lösenord', user.password_hash)).toBe(true);
    expect(await isPassword('losenord', user.password_hash)).toBe(false);
    const as = await application.tokenOf(body.users[0].id);
    expect((await application.call({ url: `/advertiser/stores/${body.id}`, as })).status).toBe(200);
  });

  it('mails its user a code that proves the address, and nothing when the registration is refused', async () => {
    const store = storeBody();
    const mailed = async () =>
      (await takeCodeMails(application.database)).filter(({ to }) => to === store.user.email).map(({ text }) => text);
    await mailed();
    expect((await register({ ...store, domains: [] })).status).toBe(422);
    expect(await mailed()).toEqual([]);
    const { body } = await register(store);
    expect(await mailed()).toEqual([expect.stringMatching(/\/console\/change\?code=\S+/)]);
    expect(await query('SELECT email_unproven FROM users WHERE id = $1', [body.users[0].id])).toEqual([
      { email_unproven: true },
    ]);
  });

  it('prices clicks as registered, and permits links after the approval', async () => {
    const store = storeBody();
    const { body } = await register(store);
    expect(
      await query('SELECT source, cpc_minor, campaign_id FROM prices WHERE store_id = $1 ORDER BY source', [body.id]),
    ).toEqual([
      { source: 0, cpc_minor: 150, campaign_id: null },
      { source: 1, cpc_minor: 120, campaign_id: null },
    ]);
    const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));
    const approve = `/v2/admin/stores/${body.id}/approve`;
    await application.call({ method: 'POST', url: approve, as: admin, body: { consent_to_domains: true } });
    const creator = await application.market.user();
    const as = await application.tokenOf(creator);
    const url = `https://m.${store.domains[0]}/p`;
    const link = await application.call({ method: 'POST', url: '/v2/affiliate-links', as, body: { url } });
    expect([link.status, link.body.affiliate_link?.advertiser]).toEqual([200, { id: body.id, name: 'Ny butik' }]);
  });

  it('records the registration', async () => {
    const { body } = await register(storeBody());
    expect(
      await query("SELECT actor_id FROM audit_log WHERE action = 'store.registered' AND subject_id = $1", [body.id]),
    ).toEqual([{ actor_id: body.users[0].id }]);
  });

  it('accepts an e-mail and a username once, in any letter case, and then creates nothing', async () => {
    const { email } = (await register({ ...storeBody(), user: { ...someUser(), username: 'Taken' } })).body.users[0];
    const before = await counts();
    const again = await register({ ...storeBody(), user: { ...someUser(), email: email.toUpperCase() } });
    expect([again.status, again.body.errors]).toEqual([422, { 'user.email': ['has already been taken'] }]);
    const same = await register({ ...storeBody(), user: { ...someUser(), username: 'tAKEN' } });
    expect([same.status, same.body.errors]).toEqual([422, { 'user.username': ['has already been taken'] }]);
    expect(await counts()).toEqual(before);
  });

  it('of several concurrent equal registrations, one succeeds', async () => {
    const store = storeBody();
    const replies = await Promise.all(Array.from({ length: 8 }, () => register(store)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
    expect(await query('SELECT FROM store_domains WHERE host = $1', [store.domains[0]])).toHaveLength(1);
    expect(await query('SELECT FROM users WHERE email = $1', [store.user.email])).toHaveLength(1);
  });

  it('creates no user when the domain is another store’s', async () => {
    const first = storeBody();
    expect((await register(first)).status).toBe(201);
    const before = await counts();
    const { status, body } = await register({ ...storeBody(), domains: [`outlet.${first.domains[0]}`] });
    expect([status, body.error, body.message]).toEqual([
      400,
      'domain_taken',
      `Another store has already claimed: outlet.${first.domains[0]}.`,
    ]);
    expect(await counts()).toEqual(before);
  });
});

describe('POST /advertiser/register-store enforces its limits', () => {
  it.each<[string, () => object]>([
    ['a name of 2 characters', () => ({ feed_name: 'ab' })],
    ['a name of 128', () => ({ feed_name: 'a'.repeat(128) })],
    ['a name with a long number', () => ({ feed_name: 'Shop 1764367123' })],
    ['a name with an @', () => ({ feed_name: 'Shop @ Home' })],
    ['a username of 2', () => ({ user: { ...someUser(), username: 'å1' } })],
    ['a username of 64', () => ({ user: { ...someUser(), username: 'u'.repeat(64) } })],
    ['an e-mail of 128', () => ({ user: { ...someUser(), email: `${'e'.repeat(60)}@${'d'.repeat(59)}.example` } })],
    [
      'a password of 256',
      () => ({ user: { ...someUser(), password: LONGEST_PASSWORD, password_confirmation: LONGEST_PASSWORD } }),
    ],
    ['prices of 0', () => ({ revenue_cpc: 0, social_revenue_cpc: 0 })],
    ['prices of 100000', () => ({ revenue_cpc: 100_000, social_revenue_cpc: 100_000 })],
    ['no category', () => ({ categories: [] })],
    ['50 domains', () => ({ domains: Array.from({ length: 50 }, (_, n) => `many-${n}-${++storeCount}.example`) })],
  ])('%s is accepted', async (_what, values) => {
    const { status, body } = await register({ ...storeBody(), ...values() });
    expect([status, body.errors]).toEqual([201, undefined]);
  });

  it.each<[string, () => object, Record<string, RegExp>]>([
    [
      'a user without anything',
      () => ({ user: {} }),
      { 'user.email': /required/, 'user.password': /required/, 'user.password_confirmation': /required/ },
    ],
    ['a username of 1', () => ({ user: { ...someUser(), username: 'u' } }), { 'user.username': /at least 2/ }],
    [
      'a username of 65',
      () => ({ user: { ...someUser(), username: 'u'.repeat(65) } }),
      { 'user.username': /at most 64/ },
    ],
    ['no e-mail address', () => ({ user: { ...someUser(), email: 'owner' } }), { 'user.email': /e-mail address/ }],
    [
      'an e-mail of 129',
      () => ({ user: { ...someUser(), email: `${'e'.repeat(60)}@${'d'.repeat(60)}.example` } }),
      { 'user.email': /at most 128/ },
    ],
    [
      'a password of 7',
      () => ({ user: { ...someUser(), password: '1234567', password_confirmation: '1234567' } }),
      { 'user.password': /at least 8/ },
    ],
    [
      'a password of 257',
      () => ({ user: { ...someUser(), password: 'p'.repeat(257), password_confirmation: 'p'.repeat(256) } }),
      { 'user.password': /at most 256/ },
    ],
    [
      'another confirmation, and what else is wrong',
      () => ({
        user: { ...someUser(), password_confirmation: 'Lösenord' },
        currency_iso_code: 'XTS',
        domains: ['a.example', 'com'],
        categories: [category, 999_999],
      }),
      {
        'user.password_confirmation': /password again/,
        currency_iso_code: /SEK/,
        'domains.1': /must be a domain/,
        'categories.1': /exists/,
      },
    ],
    ['a name of 1', () => ({ feed_name: 'a' }), { feed_name: /at least 2/ }],
    ['a name of 129', () => ({ feed_name: 'a'.repeat(129) }), { feed_name: /at most 128/ }],
    [
      'prices below 0',
      () => ({ revenue_cpc: -1, social_revenue_cpc: -1 }),
      { revenue_cpc: /at least 0/, social_revenue_cpc: /at least 0/ },
    ],
    [
      'prices past 100000',
      () => ({ revenue_cpc: 100_001, social_revenue_cpc: 100_001 }),
      { revenue_cpc: /at most 100000/, social_revenue_cpc: /at most 100000/ },
    ],
    [
      'half a price',
      () => ({ revenue_cpc: 1.5, social_revenue_cpc: '1' }),
      { revenue_cpc: /whole number/, social_revenue_cpc: /whole number/ },
    ],
    ['no domain', () => ({ domains: [] }), { domains: /at least 1/ }],
    [
      '51 domains',
      () => ({ domains: Array.from({ length: 51 }, (_, n) => `too-many-${n}.example`) }),
      { domains: /at most 50/ },
    ],
    ['lists of domains', () => ({ domains: [['a.example']] }), { 'domains.0': /must be a text/ }],
    ['51 categories', () => ({ categories: Array(51).fill(category) }), { categories: /at most 50/ }],
    [
      'codes of another form',
      () => ({ language_iso_code: 'SV', locale: 'sv-SE', currency_iso_code: 'sek' }),
      { language_iso_code: /language code/, locale: /locale/, currency_iso_code: /currency code/ },
    ],
    [
      'nothing',
      () => Object.fromEntries(Object.keys(storeBody()).map((key) => [key, undefined])),
      Object.fromEntries(Object.keys(storeBody()).map((key) => [key, /is required/])),
    ],
  ])('%s is named', async (_what, values, fields) => {
    const before = await counts();
    const { status, body } = await register({ ...storeBody(), ...values() });
    expect([status, Object.keys(body.errors ?? body).sort()]).toEqual([422, Object.keys(fields).sort()]);
    for (const [field, says] of Object.entries(fields))
      expect(body.errors[field]).toEqual([expect.stringMatching(says)]);
    expect(await counts()).toEqual(before);
  });
});
