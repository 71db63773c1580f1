import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

let clock = new Date('2030-01-01T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
// The agency of `creator`, which `agency` represents, is the default one.
await query('UPDATE agencies SET is_default = true WHERE id = $1', cast.agencyId);

const emailOf = async (id: number) => (await query('SELECT email FROM users WHERE id = $1', id))[0].email as string;
const post = (how: 'email' | 'id', body: unknown, as: string | undefined = cast.tokens.agency) =>
  application.call({ method: 'POST', url: `/users/access-token/from-${how}`, body, as });
/** Identifies the creator by e-mail and by id. */
const forUser = async (id: number, as?: string) => [
  await post('email', { email: await emailOf(id) }, as),
  await post('id', { userId: id }, as),
];
const me = (as: string) => application.call({ url: '/v2/me', as });

describe('An access token from an e-mail or an id', () => {
  it('acts for the creator for an hour', async () => {
    for (const { status, body } of await forUser(cast.ids.creator)) {
      const token = expect.stringMatching(/^trb_[\w-]{43}$/);
      expect([status, body]).toEqual([
        201,
        { access_token: token, expires_in: 3600, expires_at: '2030-01-01 13:00:00' },
      ]);
      expect((await me(body.access_token)).body.id).toBe(cast.ids.creator);
      clock = new Date('2030-01-01T12:59:59.999Z');
      expect((await me(body.access_token)).status).toBe(200);
      clock = new Date('2030-01-01T13:00:00.000Z');
      expect((await me(body.access_token)).status).toBe(401);
      clock = new Date('2030-01-01T12:00:00.000Z');
    }
  });

  it('accepts the e-mail in any letter case', async () => {
    const email = (await emailOf(cast.ids.creator)).toUpperCase();
    expect((await post('email', { email })).status).toBe(201);
  });

  it('is recorded in the audit log each time, with the requesting user', async () => {
    const id = await application.market.user({ agencyId: cast.agencyId });
    await forUser(id);
    await forUser(id, cast.tokens.admin);
    const logged = await query(
      `SELECT actor_id, action, details FROM audit_log WHERE details ->> 'user_id' = $1 ORDER BY id`,
      String(id),
    );
    const entry = (actor_id: number, found_by: string) => ({
      actor_id,
      action: 'token.created',
      details: { user_id: id, purpose: 'access', found_by },
    });
    const { agency, admin } = cast.ids;
    expect(logged).toEqual([entry(agency, 'email'), entry(agency, 'id'), entry(admin, 'email'), entry(admin, 'id')]);
    const tokens = await query('SELECT purpose, created_by FROM tokens WHERE user_id = $1 ORDER BY id', id);
    expect(tokens).toEqual([agency, agency, admin, admin].map((created_by) => ({ purpose: 'access', created_by })));
  });

  it('does not include roles that the creator gains later', async () => {
    const id = await application.market.user({ agencyId: cast.agencyId });
    const [{ body }] = (await forUser(id)) as [{ body: { access_token: string } }, unknown];
    await application.market.member(cast.storeId, id);
    await application.market.representative(cast.otherAgencyId, id);
    await query('UPDATE users SET is_admin = true WHERE id = $1', id);
    const reply = await me(body.access_token);
    expect([reply.status, reply.body]).toMatchObject([200, { id, roles: ['creator'], stores: [], clients: [] }]);
    const statusOf = async (url: string) => (await application.call({ url, as: body.access_token })).status;
    expect(await statusOf(`/v2/users/${id}/tokens`)).toBe(403);
    expect(await statusOf(`/stores/${cast.storeId}/clients`)).toBe(403);
    expect(await statusOf(`/v2/users/${cast.ids.otherCreator}/advertisers`)).toBe(404);
    expect(await statusOf(`/v2/users/${id}/advertisers`)).toBe(200);
  });
});

describe('An unknown creator', () => {
  const market = () => application.market;
  it.each<[string, () => Promise<number>]>([
    ['of another client', () => market().user({ agencyId: cast.otherAgencyId })],
    ['of no client', () => market().user()],
    ['who is an administrator', () => market().user({ agencyId: cast.agencyId, isAdmin: true })],
    [
      'who is a member of a store',
      async () => {
        const id = await market().user({ agencyId: cast.agencyId });
        await market().member(cast.storeId, id);
        return id;
      },
    ],
    [
      'who represents another client',
      async () => {
        const id = await market().user({ agencyId: cast.agencyId });
        await market().representative(cast.otherAgencyId, id);
        return id;
      },
    ],
    [
      'who has been erased',
      async () => {
        const id = await market().user({ agencyId: cast.agencyId });
        await query('UPDATE users SET erased_at = now() WHERE id = $1', id);
        return id;
      },
    ],
  ])('%s: the reply is that of an unknown user, for every caller', async (_who, made) => {
    const id = await made();
    const unknown = await post('id', { userId: 2 ** 40 });
    expect([unknown.status, unknown.body.message]).toEqual([404, 'No query results for user.']);
    for (const as of [cast.tokens.agency, cast.tokens.admin]) {
      for (const { status, body } of await forUser(id, as)) expect([status, body]).toEqual([404, unknown.body]);
      const nobody = await post('email', { email: 'nobody@example.test' }, as);
      expect([nobody.status, nobody.body]).toEqual([404, unknown.body]);
    }
    expect(await query('SELECT FROM tokens WHERE user_id = $1', id)).toEqual([]);
  });

  it('by an unverified e-mail', async () => {
    const id = await market().user({ agencyId: cast.agencyId });
    await query('UPDATE users SET email_unproven = true WHERE id = $1', id);
    expect((await forUser(id)).map(({ status }) => status)).toEqual([404, 201]);
  });

  it('while there is no default client', async () => {
    await query('UPDATE agencies SET is_default = false');
    const replies = await forUser(cast.ids.creator, cast.tokens.admin);
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect((await post('id', { userId: cast.ids.creator })).status).toBe(403);
    await query('UPDATE agencies SET is_default = true WHERE id = $1', cast.agencyId);
  });
});

describe('The permitted callers', () => {
  const allowed: Role[] = ['agency', 'admin'];
  it.each(ROLES)('%s', async (role) => {
    const replies = await forUser(cast.ids.creator, cast.tokens[role]);
    if (allowed.includes(role)) expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    else {
      const forbidden = { status: 403, error: 'forbidden', message: 'Access Forbidden' };
      expect(replies.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([403, forbidden]));
    }
  });

  it.each(['email', 'id'] as const)('is refused without a token: %s', async (how) => {
    const reply = await application.call({ method: 'POST', url: `/users/access-token/from-${how}`, body: {} });
    expect(reply).toMatchObject({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it('not with such a token', async () => {
    const representative = await application.market.user({ agencyId: cast.agencyId });
    await application.market.representative(cast.agencyId, representative);
    const [{ body }] = (await forUser(representative)) as [{ body: { access_token: string } }, unknown];
    expect((await post('id', { userId: cast.ids.creator }, body.access_token)).status).toBe(403);
  });

  it.each<['email' | 'id', unknown, string]>([
    ['email', {}, 'email'],
    ['email', { email: 'nobody' }, 'email'],
    ['email', { email: 7 }, 'email'],
    ['id', {}, 'userId'],
    ['id', { userId: 0 }, 'userId'],
    ['id', { userId: '1' }, 'userId'],
    ['id', { userId: 2 ** 53 }, 'userId'],
  ])('not with from-%s of %j', async (how, body, field) => {
    const reply = await post(how, body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });
});
