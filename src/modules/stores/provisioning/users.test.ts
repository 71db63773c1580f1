import { describe, expect, it } from 'vitest';
import { adminOf, tally } from '../../../../tests/harness/admin.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { isPassword } from '../../accounts/password.ts';
import { createToken } from '../../accounts/tokens/create-token.ts';

const { application, cast } = await createPopulatedApplication();
const admin = adminOf(application, cast.tokens.admin);

const makeUser = (values: object = {}) => admin.make('users', { email: `${unique()}@example.test`, ...values });
const makeAgency = (values: object = {}) => admin.make('clients', { name: unique(), client_id: unique(), ...values });
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const tokenFor = async (userId: number, purpose: 'api' | 'access' | 'session') =>
  (
    await createToken(
      { db: application.database.db, now: () => new Date() },
      { userId, purpose, ...(purpose === 'access' ? { onBehalfOf: userId } : {}) },
    )
  ).raw;
/** Whether a token is still valid. */
const opens = async (token: string) =>
  (await application.call({ url: '/v2/affiliate-links', as: token })).status === 200;

describe('A user’s names', () => {
  it('are unique, ignoring case, and both are named', async () => {
    const [taken, other] = [await makeUser({ username: unique() }), await makeUser()];
    const same = { email: taken.email.toUpperCase(), username: taken.username.toUpperCase() };
    const says = ['has already been taken'];
    for (const reply of [await admin.post('users', same), await admin.patch(`users/${other.id}`, same)]) {
      expect([reply.status, reply.body.errors]).toEqual([422, { email: says, username: says }]);
    }
    expect((await admin.patch(`users/${taken.id}`, same)).body).toMatchObject(same);
  });

  it.each(['email', 'username'])('are unique, also with concurrent requests for the same %s', async (field) => {
    const value = field === 'email' ? `${unique()}@example.test` : unique();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => admin.post('users', { email: `${unique()}@example.test`, [field]: value })),
    );
    expect(tally(made)).toEqual({ 201: 1, 422: 7 });
    const refused = made.find(({ status }) => status === 422)!;
    expect(refused.body.errors).toEqual({ [field]: ['has already been taken'] });
    const others = await Promise.all(Array.from({ length: 6 }, () => makeUser()));
    const wanted = field === 'email' ? `${unique()}@example.test` : unique();
    const changed = await Promise.all(others.map(({ id }) => admin.patch(`users/${id}`, { [field]: wanted })));
    expect(tally(changed)).toEqual({ 200: 1, 422: 5 });
  });

  it('are derived from the e-mail if none are given', async () => {
    const local = unique();
    expect((await makeUser({ email: `${local}@example.test` })).username).toBe(local);
    const second = await makeUser({ email: `${local}@other.example.test` });
    expect(second.username).toMatch(new RegExp(`^${local}-[0-9a-f]{6}$`));
  });
});

describe('A user’s password', () => {
  it('is stored as a hash, and never returned', async () => {
    const password = `Åsnan ${unique()}`;
    const user = await makeUser({ password });
    expect(user).toMatchObject({ has_password: true });
    expect(JSON.stringify([user, (await admin.get(`users/${user.id}`)).body])).not.toMatch(/argon2|Åsnan/);
    const [row] = await query('SELECT password_hash FROM users WHERE id = $1', [user.id]);
    expect(await isPassword(password, row.password_hash)).toBe(true);
    await admin.patch(`users/${user.id}`, { password: `${password}!` });
    const entries = await query(
      `SELECT details::text FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1 ORDER BY id`,
      [user.id],
    );
    expect(entries).toHaveLength(2);
    for (const { details } of entries) {
      expect(details).toContain('"password"');
      expect(details).not.toMatch(/argon2|Åsnan/);
    }
    expect(await makeUser()).toMatchObject({ has_password: false });
  });

  it('ends sessions and API tokens when it changes', async () => {
    const user = await makeUser();
    const [session, api] = [await tokenFor(user.id, 'session'), await tokenFor(user.id, 'api')];
    await admin.patch(`users/${user.id}`, { first_name: 'Åsa' });
    expect([await opens(session), await opens(api)]).toEqual([true, true]);
    await admin.patch(`users/${user.id}`, { password: 'another password' });
    expect([await opens(session), await opens(api)]).toEqual([false, false]);
  });

  it('keeps API tokens if requested', async () => {
    const user = await makeUser();
    const [session, api] = [await tokenFor(user.id, 'session'), await tokenFor(user.id, 'api')];
    await admin.patch(`users/${user.id}`, { password: 'another password', keep_tokens: true });
    expect([await opens(session), await opens(api)]).toEqual([false, true]);
  });
});

describe('A user of a client', () => {
  it('has the client’s defaults if not set', async () => {
    const agency = await makeAgency({ default_verified_users: true });
    const tier = await admin.make('revenue-tiers', { name: 'Silver', client_id: agency.id });
    const gold = await admin.make('revenue-tiers', { name: 'Guld', client_id: agency.id });
    await admin.patch(`clients/${agency.id}`, { default_revenue_tier_id: tier.id });
    const of = { client_id: agency.id };
    expect(await makeUser(of)).toMatchObject({ ...of, revenue_tier_id: tier.id, is_verified: true });
    expect(await makeUser({ ...of, revenue_tier_id: gold.id })).toMatchObject({ revenue_tier_id: gold.id });
    const plain = { revenue_tier_id: null, is_verified: false };
    expect(await makeUser({ ...of, ...plain })).toMatchObject(plain);
    expect(await makeUser()).toMatchObject({ client_id: null, ...plain });
    const listed = await admin.get(`users?client_id=${agency.id}`);
    expect(listed.body.meta.total).toBe(3);
  });

  it('has a tier of that client or a common one', async () => {
    const [agency, other] = [await makeAgency(), await makeAgency()];
    const own = await admin.make('revenue-tiers', { name: 'Own', client_id: agency.id });
    const foreign = await admin.make('revenue-tiers', { name: 'Foreign', client_id: other.id });
    const common = await admin.make('revenue-tiers', { name: 'Common' });
    const user = await makeUser({ client_id: agency.id, revenue_tier_id: own.id });
    const says = ['must go together: the revenue tier is to be one of the client’s, or a common one'];
    for (const [change, errors] of [
      [{ revenue_tier_id: foreign.id }, { revenue_tier_id: says }],
      [{ client_id: other.id }, { client_id: says }],
      [{ client_id: null }, { client_id: says }],
      [{ client_id: other.id, revenue_tier_id: own.id }, { client_id: says }],
    ] as const) {
      const reply = await admin.patch(`users/${user.id}`, change);
      expect([change, reply.status, reply.body.errors]).toEqual([change, 422, errors]);
    }
    for (const change of [
      { revenue_tier_id: common.id },
      { client_id: other.id, revenue_tier_id: foreign.id },
      { client_id: null, revenue_tier_id: common.id },
    ]) {
      const reply = await admin.patch(`users/${user.id}`, change);
      expect([reply.status, reply.body]).toEqual([200, expect.objectContaining(change)]);
    }
    const refused = await admin.post('users', { email: 'x@example.test', revenue_tier_id: own.id });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['revenue_tier_id']]);
  });
});

describe('A suspended user', () => {
  it('has no valid tokens, and none is restored', async () => {
    const user = await makeUser();
    const tokens = [
      await tokenFor(user.id, 'api'),
      await tokenFor(user.id, 'access'),
      await tokenFor(user.id, 'session'),
    ];
    for (const token of tokens) expect(await opens(token)).toBe(true);
    const suspended = await admin.patch(`users/${user.id}`, { is_suspended: true });
    expect(suspended.body).toMatchObject({ is_suspended: true });
    for (const token of tokens) expect(await opens(token)).toBe(false);
    expect((await admin.patch(`users/${user.id}`, { is_suspended: false })).body).toMatchObject({
      is_suspended: false,
    });
    for (const token of tokens) expect(await opens(token)).toBe(false);
  });

  it('creates no links', async () => {
    const user = await makeUser();
    const make = () =>
      application.call({
        method: 'POST',
        url: `/v2/users/${user.id}/affiliate-links`,
        as: cast.tokens.admin,
        body: { url: `https://${cast.domain}/${unique()}` },
      });
    expect((await make()).status).toBe(200);
    await admin.patch(`users/${user.id}`, { is_suspended: true });
    expect((await make()).body.error).toBe('user_suspended');
    await admin.patch(`users/${user.id}`, { is_suspended: false });
    expect((await make()).status).toBe(200);
  });
});

describe('An erased user', () => {
  it('is not found', async () => {
    const user = await makeUser();
    await query('UPDATE users SET erased_at = now() WHERE id = $1', [user.id]);
    const tag = await admin.make('user-tags', { name: 'x', slug: unique() });
    for (const reply of [
      await admin.get(`users/${user.id}`),
      await admin.patch(`users/${user.id}`, { first_name: 'x' }),
      await admin.put(`users/${user.id}/memberships`, { store_ids: [], client_ids: [] }),
      await admin.put(`user-tags/${tag.id}/users/${user.id}`),
    ]) {
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for user.']);
    }
    expect((await admin.get(`users?query=${user.email}`)).body.data).toEqual([]);
  });
});
