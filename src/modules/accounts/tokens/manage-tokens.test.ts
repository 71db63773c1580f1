import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { createToken, type NewToken } from './create-token.ts';

let clock = new Date('2030-01-01T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
  as: string | undefined = cast.tokens.admin,
) => application.call({ method, url, as, ...(body === undefined ? {} : { body }) });
const list = (userId: number, queryString = '') => call('GET', `/v2/users/${userId}/tokens?${queryString}`);
const issue = (userId: number, body: object = { name: 'import' }) => call('POST', `/v2/users/${userId}/tokens`, body);
const revoke = (tokenId: number | string) => call('DELETE', `/v2/tokens/${tokenId}`);
const statusOf = async (as: string) => (await application.call({ url: '/v2/me', as })).status;
const make = (userId: number, token: Partial<NewToken> = {}) =>
  createToken({ db: application.database.db, now: () => clock }, { userId, purpose: 'api', ...token });

describe('A token created by an administrator', () => {
  it('is shown once, and acts for its user', async () => {
    const userId = await application.market.user();
    const { status, body } = await issue(userId);
    const record = {
      id: expect.any(Number),
      hint: body.token.slice(0, 10),
      purpose: 'api',
      name: 'import',
      created_at: expect.stringMatching(/Z$/),
      created_by: cast.ids.admin,
      expires_at: '2030-04-01T12:00:00.000Z',
      last_used_at: null,
      scopes: ['read'],
    };
    expect([status, body]).toEqual([201, { ...record, token: expect.stringMatching(/^trb_[\w-]{43}$/) }]);
    expect((await list(userId)).body.data).toEqual([record]);
    expect((await application.call({ url: '/v2/me', as: body.token })).body.id).toBe(userId);
  });

  it('expires after the chosen number of days', async () => {
    const { body } = await issue(await application.market.user(), { name: 'for a day', days: 1 });
    expect(body.expires_at).toBe('2030-01-02T12:00:00.000Z');
    clock = new Date('2030-01-02T11:59:59.999Z');
    expect(await statusOf(body.token)).toBe(200);
    clock = new Date('2030-01-02T12:00:00.000Z');
    expect(await statusOf(body.token)).toBe(401);
    clock = new Date('2030-01-01T12:00:00.000Z');
  });

  it('is refused from the next request after it is revoked', async () => {
    const { body } = await issue(await application.market.user());
    expect(await statusOf(body.token)).toBe(200);
    expect(await revoke(body.id)).toMatchObject({ status: 204, body: null });
    expect(await statusOf(body.token)).toBe(401);
    expect((await revoke(body.id)).body.message).toBe('No query results for token.');
  });

  it('is revoked once by concurrent requests', async () => {
    const { body } = await issue(await application.market.user());
    const replies = await Promise.all(Array.from({ length: 10 }, () => revoke(body.id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
  });

  it('is in the audit log when created and revoked, without its secret', async () => {
    const userId = await application.market.user();
    const { body } = await issue(userId, { name: 'a private word', days: 7 });
    await revoke(body.id);
    const logged = await query(
      `SELECT actor_id, action, details, a::text FROM audit_log a WHERE subject_kind = 'token' AND subject_id = $1 ORDER BY id`,
      body.id,
    );
    expect(logged).toMatchObject([
      { actor_id: cast.ids.admin, action: 'token.created', details: { user_id: userId, purpose: 'api', days: 7 } },
      { actor_id: cast.ids.admin, action: 'token.revoked', details: { user_id: userId, purpose: 'api' } },
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/trb_|private/);
  });

  it.each<[string, object, string, string]>([
    ['no name', {}, 'name', 'required'],
    ['an empty name', { name: '' }, 'name', 'empty'],
    ['a name of 129', { name: '😀'.repeat(129) }, 'name', 'at most 128'],
    ['no days', { name: 'x', days: 0 }, 'days', 'at least 1'],
    ['too many days', { name: 'x', days: 36_501 }, 'days', 'at most 36500'],
    ['half a day more', { name: 'x', days: 1.5 }, 'days', 'whole number'],
    ['a purpose', { name: 'x', purpose: 'session' }, 'purpose', ''],
  ])('is not created with %s', async (_what, body, field, says) => {
    const reply = await issue(cast.ids.creator, body);
    expect([reply.status, reply.body.errors]).toEqual([422, { [field]: [expect.stringContaining(says)] }]);
  });

  it.each([
    { name: '😀'.repeat(128), days: 36_500 },
    { name: 'x', days: 1 },
  ])('is created with values at the limits', async (body) => {
    expect((await issue(cast.ids.creator, body)).status).toBe(201);
  });

  it('requires an existing user', async () => {
    const erased = await application.market.user();
    await query('UPDATE users SET erased_at = now() WHERE id = $1', erased);
    for (const userId of [erased, 2 ** 40]) {
      for (const reply of [await issue(userId), await list(userId)])
        expect([reply.status, reply.body.message]).toEqual([404, 'No query results for user.']);
    }
    for (const id of ['0', 'x', 2 ** 40]) expect((await revoke(id)).status).toBe(404);
  });
});

describe('The tokens of a user', () => {
  it('are the valid ones of every kind, newest first', async () => {
    const userId = await application.market.user();
    const api = await make(userId, { name: 'first' });
    await make(userId, { lifetimeSeconds: 1 });
    const revoked = await make(userId);
    const access = await make(userId, {
      purpose: 'access',
      lifetimeSeconds: 3600,
      createdBy: cast.ids.agency,
      onBehalfOf: cast.ids.agency,
    });
    const session = await make(userId, { purpose: 'session', lifetimeSeconds: 3600 });
    await make(await application.market.user());
    await revoke(revoked.id);
    clock = new Date(clock.getTime() + 1000);
    const { body } = await list(userId);
    expect(body.data).toMatchObject([
      { id: session.id, purpose: 'session', created_by: null },
      { id: access.id, purpose: 'access', created_by: cast.ids.agency, expires_at: '2030-01-01T13:00:00.000Z' },
      { id: api.id, purpose: 'api', name: 'first', expires_at: null },
    ]);
    expect(JSON.stringify(body)).not.toMatch(
      new RegExp([api, access, session].map(({ raw }) => raw.slice(10)).join('|')),
    );
  });

  it('are listed in pages of 20, at most 100', async () => {
    const userId = await application.market.user();
    const made: number[] = [];
    for (let count = 0; count < 23; count++) made.push((await make(userId)).id);
    const first = (await list(userId)).body;
    expect(first.meta).toMatchObject({ per_page: 20, total: 23, last_page: 2 });
    const second = (await list(userId, 'page=2')).body;
    expect([...first.data, ...second.data].map(({ id }: { id: number }) => id)).toEqual(made.reverse());
    expect((await list(userId, 'size=100')).body.data).toHaveLength(23);
    expect((await list(userId, 'size=101')).body.errors).toEqual({ size: [expect.stringContaining('at most 100')] });
    expect((await list(userId, 'size=0')).status).toBe(422);
  });
});

describe('Only administrators', () => {
  it.each(ROLES)('see, create and revoke tokens: %s', async (role) => {
    const userId = cast.ids[role];
    const { id } = await make(userId);
    const as = cast.tokens[role];
    const isAdmin = role === 'admin';
    const statuses = [
      (await call('GET', `/v2/users/${userId}/tokens`, undefined, as)).status,
      (await call('POST', `/v2/users/${userId}/tokens`, { name: 'x' }, as)).status,
      (await call('DELETE', `/v2/tokens/${id}`, undefined, as)).status,
    ];
    // Administrators create their own tokens.
    expect(statuses).toEqual(isAdmin ? [200, 400, 204] : [403, 403, 403]);
  });

  it.each([
    ['GET', '/v2/users/1/tokens'],
    ['POST', '/v2/users/1/tokens'],
    ['DELETE', '/v2/tokens/1'],
  ] as const)('%s %s requires a token', async (method, url) => {
    expect(await application.call({ method, url })).toMatchObject({
      status: 401,
      body: { message: 'Unauthenticated.' },
    });
  });
});
