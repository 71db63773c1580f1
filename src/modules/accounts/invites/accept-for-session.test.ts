import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { closeGate } from '../../../../tests/harness/gate.ts';
import { newPerson, startIdentityProvider } from '../../../../tests/harness/identity-provider.ts';
import { secretIn, takeMails } from '../../../../tests/harness/mailbox.ts';

const ADVERTISER = '/v2/me/advertiser-invites';
const AGENCY = '/v2/me/agency-invites';

const idp = await startIdentityProvider();
const { application, cast } = await createPopulatedApplication({ identity: idp.verifier() });

const bearer = async (claims: Record<string, unknown>) => `Bearer ${await idp.sign(claims)}`;
const accept = async (url: string, claims: Record<string, unknown>) =>
  application.call({ method: 'PATCH', url, as: await bearer(claims) });
/** Signs in with the session, and returns the teams for which the person acts. */
const me = async (claims: Record<string, unknown>) => {
  const reply = await application.call({ method: 'POST', url: '/v2/sessions/from-identity', as: await bearer(claims) });
  return reply.body.user;
};
const invite = async (email: string, kind: 'advertisers' | 'clients', id: number) => {
  const url = `/v2/${kind}/${id}/invites`;
  const { body } = await application.call({ method: 'POST', url, as: cast.tokens.admin, body: { email } });
  await takeMails(application.database);
  return body.id as number;
};
const rows = async (text: string, values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const ids = (records: { id: number }[]) => records.map(({ id }) => id).sort((a, b) => a - b);

describe.each([ADVERTISER, AGENCY])('PATCH %s', (url) => {
  it('is for sessions of the identity provider', async () => {
    for (const as of [undefined, ...ROLES.map((role) => cast.tokens[role]), `Bearer ${cast.tokens.admin}`]) {
      const reply = await application.call({ method: 'PATCH', url, ...(as === undefined ? {} : { as }) });
      expect([reply.status, reply.body]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
    for (const claims of [{ exp: 1 }, { iss: 'https://other.test' }, { aud: 'others' }, { exp: undefined }])
      expect((await accept(url, { ...newPerson(), ...claims })).status).toBe(401);
  });

  it('makes the user, also when there is no invitation', async () => {
    const person = newPerson();
    const reply = await accept(url, person);
    expect([reply.status, reply.body]).toEqual([204, null]);
    expect(await me(person)).toMatchObject({ email: person.email, roles: ['creator'], has_password: false });
  });

  it.each([
    ['an address that is not verified', { email_verified: false }],
    ['an address of which nothing is said', { email_verified: undefined }],
    ['no address', { email: undefined }],
  ])('accepts nothing for %s, and creates no user', async (_what, claims) => {
    const person = newPerson();
    const inviteId = await invite(
      person.email,
      url === ADVERTISER ? 'advertisers' : 'clients',
      url === ADVERTISER ? cast.storeId : cast.agencyId,
    );
    const reply = await accept(url, { ...person, ...claims });
    expect([reply.status, reply.body.error]).toEqual([400, 'email_unverified']);
    expect(await rows('SELECT FROM users WHERE identity_id = $1', [person.sub])).toHaveLength(0);
    expect(await rows('SELECT accepted_at FROM invites WHERE id = $1', [inviteId])).toEqual([{ accepted_at: null }]);
  });

  it('accepts nothing for the person of another account', async () => {
    const person = newPerson();
    await accept(url, person);
    const reply = await accept(url, { ...person, sub: 'somebody-else' });
    expect([reply.status, reply.body.error]).toEqual([400, 'email_taken']);
  });
});

describe('Invitations', () => {
  it('of stores are accepted by one endpoint and of agencies by the other, all at once', async () => {
    const person = newPerson();
    for (const id of [cast.storeId, cast.otherStoreId]) await invite(person.email.toUpperCase(), 'advertisers', id);
    for (const id of [cast.agencyId, cast.otherAgencyId]) await invite(person.email, 'clients', id);
    await invite('somebody.else@example.test', 'advertisers', cast.storeId);
    expect((await accept(ADVERTISER, person)).status).toBe(204);
    const advertiser = await me(person);
    expect(ids(advertiser.stores)).toEqual([cast.storeId, cast.otherStoreId]);
    expect(advertiser.clients).toEqual([]);
    expect((await accept(AGENCY, person)).status).toBe(204);
    const both = await me(person);
    expect(ids(both.clients)).toEqual([cast.agencyId, cast.otherAgencyId]);
    expect(ids(both.stores)).toEqual([cast.storeId, cast.otherStoreId]);
    const others = await rows(`SELECT accepted_at FROM invites WHERE email LIKE 'somebody.else@%'`, []);
    expect(others).toEqual([{ accepted_at: null }]);
    const audit = await rows(
      `SELECT details FROM audit_log WHERE action = 'invite.accepted' AND subject_id = $1 ORDER BY id`,
      [both.id],
    );
    expect(audit.map(({ details }) => details.stores ?? details.clients).map((list) => list.sort())).toEqual([
      [cast.storeId, cast.otherStoreId],
      [cast.agencyId, cast.otherAgencyId],
    ]);
  });

  it('are accepted once, also under concurrency, for one user', async () => {
    const person = newPerson();
    const inviteId = await invite(person.email, 'advertisers', cast.storeId);
    const replies = await Promise.all(Array.from({ length: 20 }, () => accept(ADVERTISER, person)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(204));
    const users = await rows('SELECT id FROM users WHERE lower(email) = $1', [person.email]);
    expect(users).toHaveLength(1);
    expect(await rows('SELECT accepted_by FROM invites WHERE id = $1', [inviteId])).toEqual([
      { accepted_by: users[0].id },
    ]);
    const action = `SELECT FROM audit_log WHERE action = 'invite.accepted' AND subject_id = $1`;
    expect(await rows(action, [users[0].id])).toHaveLength(1);
    expect((await accept(ADVERTISER, person)).status).toBe(204);
  });

  const token = async (email: string) => {
    await application.call({
      method: 'POST',
      url: `/v2/clients/${cast.agencyId}/invites`,
      as: cast.tokens.agency,
      body: { email },
    });
    const [mail] = await takeMails(application.database);
    return secretIn(mail!);
  };

  it('create one user for a person who accepts by session and by mail at once', async () => {
    for (let round = 0; round < 5; round++) {
      const person = newPerson();
      await invite(person.email, 'advertisers', cast.storeId);
      const body = { token: await token(person.email), password: 'a good password' };
      const replies = await Promise.all([
        accept(ADVERTISER, person),
        application.call({ method: 'POST', url: '/v2/invitations/accept', body }),
        accept(AGENCY, person),
      ]);
      // The agency's invitation is accepted by the first request.
      expect([
        [204, 200, 204],
        [204, 400, 204],
      ]).toContainEqual(replies.map(({ status }) => status));
      expect(await rows('SELECT FROM users WHERE lower(email) = $1', [person.email])).toHaveLength(1);
      const { stores, clients: agencies } = await me(person);
      expect([ids(stores), ids(agencies)]).toEqual([[cast.storeId], [cast.agencyId]]);
    }
  });

  it('do not deadlock when a person accepts by mail and by session concurrently', async () => {
    const person = newPerson();
    const userId = await application.market.user({ email: person.email });
    const body = { token: await token(person.email), password: 'a good password' };
    const gate = await closeGate(application, 'UPDATE ON invites');
    // The statement has found the invitation, and has not accepted it yet.
    const byMail = application.call({ method: 'POST', url: '/v2/invitations/accept', body });
    await gate.untilWaiting(1);
    const bySession = accept(AGENCY, person);
    await gate.untilWaiting(2);
    await gate.open();
    expect([(await byMail).status, (await bySession).status]).toEqual([200, 204]);
    expect(await me(person)).toMatchObject({ id: userId, clients: [{ id: cast.agencyId }] });
  });

  it('that have expired or were revoked are not accepted', async () => {
    const person = newPerson();
    const expired = await invite(person.email, 'advertisers', cast.storeId);
    const revoked = await invite(person.email, 'advertisers', cast.otherStoreId);
    await rows(`UPDATE invites SET expires_at = now() - interval '1 second' WHERE id = $1`, [expired]);
    await application.call({
      method: 'DELETE',
      url: `/v2/advertisers/${cast.otherStoreId}/invites/${revoked}`,
      as: cast.tokens.otherAdvertiser,
    });
    expect((await accept(ADVERTISER, person)).status).toBe(204);
    expect((await me(person)).stores).toEqual([]);
  });

  it('are accepted for the account of the address, which is linked', async () => {
    const person = newPerson();
    const userId = await application.market.user({ email: person.email });
    await invite(person.email, 'clients', cast.agencyId);
    expect((await accept(AGENCY, person)).status).toBe(204);
    expect(await me(person)).toMatchObject({ id: userId, clients: [{ id: cast.agencyId }] });
  });

  it('follow the address of the session, not of the account', async () => {
    const person = newPerson();
    await accept(ADVERTISER, person);
    const wanted = 'not-theirs@example.test';
    await invite(wanted, 'advertisers', cast.storeId);
    await rows('UPDATE users SET email = $2, email_unproven = true WHERE identity_id = $1', [person.sub, wanted]);
    expect((await accept(ADVERTISER, person)).status).toBe(204);
    expect((await me(person)).stores).toEqual([]);
  });
});

describe('A session of the identity provider', () => {
  it('becomes a token of the linked user, by a real sign-in', async () => {
    const { accessToken } = await idp.signIn({ id: 'real-person', email: 'real@example.test', email_verified: true });
    const as = `Bearer ${accessToken}`;
    const url = '/v2/sessions/from-identity';
    const before = await application.call({ method: 'POST', url, as });
    expect([before.status, before.body.error]).toEqual([400, 'no_account']);
    expect((await application.call({ method: 'PATCH', url: ADVERTISER, as })).status).toBe(204);
    const { status, body } = await application.call({ method: 'POST', url, as });
    expect([status, body.user.email]).toEqual([201, 'real@example.test']);
    expect((await application.call({ url: '/v2/me', as: body.token })).body).toEqual(body.user);
    expect((await application.call({ method: 'DELETE', url: '/v2/sessions/current', as: body.token })).status).toBe(
      204,
    );
    expect((await application.call({ url: '/v2/me', as: body.token })).status).toBe(401);
  });

  it('becomes a token of the account with the verified address, and never of an unverified one', async () => {
    const url = '/v2/sessions/from-identity';
    const person = newPerson();
    const userId = await application.market.user({ email: person.email });
    const unverified = await application.call({
      method: 'POST',
      url,
      as: await bearer({ ...person, email_verified: false }),
    });
    expect([unverified.status, unverified.body.error]).toEqual([400, 'no_account']);
    expect((await me(person)).id).toBe(userId);
    const admin = newPerson();
    await application.market.user({ email: admin.email, isAdmin: true });
    const refused = await application.call({ method: 'POST', url, as: await bearer(admin) });
    expect([refused.status, refused.body.error]).toEqual([400, 'email_taken']);
    for (const as of [undefined, cast.tokens.admin])
      expect((await application.call({ method: 'POST', url, ...(as === undefined ? {} : { as }) })).status).toBe(401);
  });
});
