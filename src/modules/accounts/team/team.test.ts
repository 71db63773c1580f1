import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { secretIn, takeMails } from '../../../../tests/harness/mailbox.ts';

const application = await createTestApplication();
beforeEach(() => takeMails(application.database));
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, as?: string, body?: object) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });

async function teamOf(kind: 'stores' | 'clients', roles: string[]) {
  const id = kind === 'stores' ? await application.market.store() : await application.market.agency();
  const [table, column] = kind === 'stores' ? ['store_members', 'store_id'] : ['agency_members', 'agency_id'];
  const people = [];
  for (const role of roles) {
    const userId = await application.market.user();
    await query(`INSERT INTO ${table} (${column}, user_id, role) VALUES ($1, $2, $3)`, id, userId, role);
    people.push({ id: userId, token: await application.tokenOf(userId) });
  }
  const roleOf = async (userId: number) =>
    (await query(`SELECT role FROM ${table} WHERE ${column} = $1 AND user_id = $2`, id, userId))[0]?.role ?? null;
  return { id, people, roleOf, url: `/v2/${kind}/${id}/team`, leaving: `/v2/me/${kind}/${id}` };
}

describe.each(['stores', 'clients'] as const)('The team of %s', (kind) => {
  it('is visible to all of its members', async () => {
    const { url, people } = await teamOf(kind, ['owner', 'read_only']);
    const { status, body } = await call('GET', url, people[1]!.token);
    expect(status).toBe(200);
    expect(body.data.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
      [people[0]!.id, 'owner'],
      [people[1]!.id, 'read_only'],
    ]);
    expect((await call('GET', url)).status).toBe(401);
    const stranger = await application.tokenOf(await application.market.user());
    expect((await call('GET', url, stranger)).status).toBe(kind === 'stores' ? 403 : 404);
  });

  it('is changed only by its owners, who are notified by mail', async () => {
    const { url, people, roleOf } = await teamOf(kind, ['owner', 'manager', 'finance']);
    const [owner, manager, finance] = people;
    const give = (as: string, role: string) => call('PATCH', `${url}/${finance!.id}`, as, { role });
    expect((await give(manager!.token, 'owner')).body).toMatchObject({ error: 'insufficient_role' });
    expect((await give(owner!.token, 'emperor')).body.errors).toHaveProperty('role');
    expect((await give(owner!.token, 'read_only')).status).toBe(204);
    expect(await roleOf(finance!.id)).toBe('read_only');
    expect(await takeMails(application.database)).toHaveLength(1);
    expect(
      (await call('PATCH', `${url}/${await application.market.user()}`, owner!.token, { role: 'owner' })).status,
    ).toBe(404);
    expect((await call('DELETE', `${url}/${finance!.id}`, manager!.token)).body).toMatchObject({
      error: 'insufficient_role',
    });
    expect((await call('DELETE', `${url}/${finance!.id}`, owner!.token)).status).toBe(204);
    expect(await roleOf(finance!.id)).toBeNull();
    expect((await call('GET', url, finance!.token)).status).toBe(kind === 'stores' ? 403 : 404);
  });

  it('keeps its last owner', async () => {
    const { url, leaving, people, roleOf } = await teamOf(kind, ['owner', 'manager']);
    const [owner, manager] = people;
    const refused = { status: 400, body: { error: 'last_owner' } };
    expect(await call('PATCH', `${url}/${owner!.id}`, owner!.token, { role: 'manager' })).toMatchObject(refused);
    expect(await call('DELETE', `${url}/${owner!.id}`, owner!.token)).toMatchObject(refused);
    expect(await call('DELETE', leaving, owner!.token)).toMatchObject(refused);
    expect(await call('POST', '/v2/me/deletion', owner!.token)).toMatchObject(refused);
    expect(await roleOf(owner!.id)).toBe('owner');
    expect((await call('DELETE', leaving, manager!.token)).status).toBe(204);
    expect((await call('DELETE', leaving, manager!.token)).status).toBe(kind === 'stores' ? 403 : 404);
    // No team is left without an owner.
    expect((await call('POST', '/v2/me/deletion', owner!.token)).status).toBe(202);
  });

  it('does not count owners who are suspended', async () => {
    const { leaving, people } = await teamOf(kind, ['owner', 'owner']);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', people[1]!.id);
    expect((await call('DELETE', leaving, people[0]!.token)).body).toMatchObject({ error: 'last_owner' });
  });

  it('keeps one of several owners who leave or demote each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { url, leaving, people, roleOf } = await teamOf(kind, ['owner', 'owner', 'owner']);
      const [a, b, c] = people;
      await Promise.all([
        call('DELETE', leaving, a!.token),
        call('DELETE', leaving, b!.token),
        call('PATCH', `${url}/${c!.id}`, c!.token, { role: 'manager' }),
        call('DELETE', `${url}/${a!.id}`, b!.token),
        call('PATCH', `${url}/${b!.id}`, a!.token, { role: 'read_only' }),
      ]);
      const left = await Promise.all(people.map(({ id }) => roleOf(id)));
      expect(left.filter((role) => role === 'owner').length).toBeGreaterThanOrEqual(1);
    }
  });

  it('grows by invitations that carry a role', async () => {
    const { id, people, roleOf } = await teamOf(kind, ['owner', 'manager']);
    const invites = `/v2/${kind === 'stores' ? 'advertisers' : 'clients'}/${id}/invites`;
    const email = `invited-${kind}@example.test`;
    expect((await call('POST', invites, people[1]!.token, { email })).body).toMatchObject({
      error: 'insufficient_role',
    });
    expect((await call('POST', invites, people[0]!.token, { email, role: 'king' })).body.errors).toHaveProperty('role');
    const invited = await call('POST', invites, people[0]!.token, { email, role: 'finance' });
    expect(invited).toMatchObject({ status: 201, body: { role: 'finance' } });
    const [mail] = await takeMails(application.database);
    const userId = await application.market.user({ email });
    const accepted = await call('POST', '/v2/invitations/accept', undefined, { token: secretIn(mail!) });
    expect([accepted.status, await roleOf(userId)]).toEqual([200, 'finance']);
    // Without a role: manager of a team that has an owner, owner of one that has none.
    expect((await call('POST', invites, people[0]!.token, { email: `other-${kind}@example.test` })).body.role).toBe(
      'manager',
    );
    const empty = await teamOf(kind, []);
    const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));
    const first = `/v2/${kind === 'stores' ? 'advertisers' : 'clients'}/${empty.id}/invites`;
    expect((await call('POST', first, admin, { email: `first-${kind}@example.test` })).body.role).toBe('owner');
  });
});
