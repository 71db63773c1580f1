import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES } from '../../../../tests/harness/cast.ts';
import { newPerson, startIdentityProvider } from '../../../../tests/harness/identity-provider.ts';

const URL = '/v2/advertiser-representatives';

const idp = await startIdentityProvider();
const { application, cast } = await createPopulatedApplication({ identity: idp.verifier() });

let made = 0;
const store = (domain: string) => ({
  name: `Shop of ${domain}`,
  domains: [[domain], [`other-${domain}`]],
  categories: [],
  country: 'SE',
  currency: 'SEK',
  language: 'sv',
  billing: { company_name: 'AB', street: 'Gatan 1', postal_code: '111 11', city: 'Stockholm', vat_number: 'SE1' },
});
const newDomain = () => {
  made += 1;
  return `representative-shop-${made}.example`;
};
const register = async (claims: Record<string, unknown>, body: unknown) =>
  application.call({ method: 'POST', url: URL, as: `Bearer ${await idp.sign(claims)}`, body });
const sessionOf = async (claims: Record<string, unknown>) => {
  const as = `Bearer ${await idp.sign(claims)}`;
  return (await application.call({ method: 'POST', url: '/v2/sessions/from-identity', as })).body;
};
const userOf = async (sub: unknown) =>
  (await application.database.pool.query('SELECT id, email FROM users WHERE identity_id = $1', [sub])).rows[0];
const countOf = async (table: 'stores' | 'users') =>
  (await application.database.pool.query(`SELECT count(*) AS count FROM ${table}`)).rows[0].count;
const inspected = async (domain: string) => {
  const url = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
  const body = { url: `https://${domain}/page` };
  return (await application.call({ method: 'POST', url, as: cast.tokens.creator, body })).body;
};

describe('Registering as a representative', () => {
  it('creates a user and a store, which is approved later, after a real sign-in', async () => {
    const { accessToken } = await idp.signIn({ id: 'merchant', email: 'merchant@example.test', email_verified: true });
    const domain = newDomain();
    const as = `Bearer ${accessToken}`;
    const reply = await application.call({ method: 'POST', url: URL, as, body: store(domain) });
    expect([reply.status, reply.body]).toEqual([
      201,
      { id: expect.any(Number), name: `Shop of ${domain}`, user_id: expect.any(Number) },
    ]);
    const { id, user_id } = reply.body;
    const approve = `/v2/admin/stores/${id}/approve`;
    await application.call({ method: 'POST', url: approve, as: cast.tokens.admin, body: { consent_to_domains: true } });
    for (const host of [domain, `other-${domain}`])
      expect(await inspected(host)).toMatchObject({
        inspection_result: 'single_advertiser',
        matching_advertisers: [{ id }],
      });
    const session = await application.call({ method: 'POST', url: '/v2/sessions/from-identity', as });
    expect(session.body.user).toMatchObject({ id: user_id, roles: ['advertiser'], stores: [{ id }] });
    const own = await application.call({ url: `/v2/advertisers/${id}/invites`, as: session.body.token });
    expect(own.status).toBe(200);
  });

  it('is for sessions of the identity provider', async () => {
    const body = store(newDomain());
    for (const as of [undefined, ...ROLES.map((role) => cast.tokens[role]), `Bearer ${cast.tokens.admin}`]) {
      const reply = await application.call({ method: 'POST', url: URL, body, ...(as === undefined ? {} : { as }) });
      expect([reply.status, reply.body]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
    for (const claims of [{ exp: 1 }, { iss: 'https://other.test' }, { aud: 'others' }, { exp: undefined }])
      expect((await register({ ...newPerson(), ...claims }, body)).status).toBe(401);
  });

  it('is for sessions that are not linked, at the provider or here', async () => {
    const claimed = await register({ ...newPerson(), service_user_id: '7' }, store(newDomain()));
    expect([claimed.status, claimed.body.error]).toEqual([400, 'session_already_linked']);
    const person = newPerson();
    expect((await register(person, store(newDomain()))).status).toBe(201);
    const again = await register(person, store(newDomain()));
    expect([again.status, again.body.error]).toEqual([400, 'session_already_linked']);
    expect((await sessionOf(person)).user.stores).toHaveLength(1);
  });

  it('happens once for concurrent requests', async () => {
    const person = newPerson();
    const before = await countOf('stores');
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(person, store(newDomain()))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      Array(9).fill([400, 'session_already_linked']),
    );
    expect(await countOf('stores')).toBe(before + 1);
  });

  it('creates neither if one of them cannot be created', async () => {
    const person = newPerson();
    const [stores, users] = [await countOf('stores'), await countOf('users')];
    const taken = await register(person, store(cast.domain));
    expect([taken.status, taken.body.error]).toEqual([400, 'domain_taken']);
    const faulty = await register(person, { ...store(newDomain()), currency: 'XXX', domains: [['co.uk']] });
    expect([faulty.status, Object.keys(faulty.body.errors).sort()]).toEqual([422, ['currency', 'domains.0.0']]);
    const { email: _, ...nobody } = person;
    const noAddress = await register(nobody, store(newDomain()));
    expect([noAddress.status, noAddress.body.error]).toEqual([400, 'email_missing']);
    expect([await countOf('stores'), await countOf('users')]).toEqual([stores, users]);
    expect((await register(person, store(newDomain()))).status).toBe(201);
  });

  it('links the account of a verified address', async () => {
    const person = newPerson();
    const userId = await application.market.user({ email: person.email });
    const reply = await register(person, store(newDomain()));
    expect([reply.status, reply.body.user_id]).toEqual([201, userId]);
  });

  it('replies in the same way for every address that is not verified, and takes over no account', async () => {
    const person = { ...newPerson(), email_verified: false };
    expect((await register(person, store(newDomain()))).status).toBe(201);
    const other = { ...newPerson(), email_verified: false };
    const userId = await application.market.user({ email: other.email });
    const alike = await register(other, store(newDomain()));
    expect(alike.status).toBe(201);
    expect(alike.body.user_id).not.toBe(userId);
    // The person who proves the address receives it.
    const owner = { ...newPerson(), email: person.email };
    expect((await register(owner, store(newDomain()))).status).toBe(201);
    expect((await userOf(owner.sub))!.email).toBe(person.email);
    expect((await userOf(person.sub))!.email).toMatch(/^unproven-.+@unproven\.invalid$/);
    const third = { ...newPerson(), email: person.email };
    const taken = await register(third, store(newDomain()));
    expect([taken.status, taken.body.error]).toEqual([400, 'email_taken']);
    const { rows } = await application.database.pool.query('SELECT identity_id FROM users WHERE id = $1', [userId]);
    expect(rows).toEqual([{ identity_id: null }]);
  });
});
