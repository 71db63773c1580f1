import { beforeEach, describe, expect, it } from 'vitest';
import { adminOf, tally } from '../../../../tests/harness/admin.ts';
import { createTestApplication } from '../../../../tests/harness/application.ts';

const application = await createTestApplication();
const { market, tokenOf, database } = application;

beforeEach(async () => {
  await database.pool.query('UPDATE users SET is_admin = false');
});

async function makeAdmin() {
  const id = await market.user({ isAdmin: true });
  return { id, admin: adminOf(application, await tokenOf(id)) };
}

const administrators = async () =>
  (await database.pool.query('SELECT FROM users WHERE is_admin AND suspended_at IS NULL')).rowCount;

describe('The last administrator', () => {
  it.each([{ is_admin: false }, { is_suspended: true }, { is_admin: false, is_suspended: true, first_name: 'x' }])(
    'cannot resign: %j',
    async (step) => {
      const { id, admin } = await makeAdmin();
      const reply = await admin.patch(`users/${id}`, step);
      expect([reply.status, reply.body.error]).toEqual([400, 'last_administrator']);
      expect((await admin.get(`users/${id}`)).body).toMatchObject({
        is_admin: true,
        is_suspended: false,
        first_name: null,
      });
      expect((await admin.patch(`users/${id}`, { first_name: 'x', is_admin: true })).status).toBe(200);
    },
  );

  it('is the one who remains when the others are suspended or erased', async () => {
    const [one, suspended, erased] = [await makeAdmin(), await makeAdmin(), await makeAdmin()];
    await database.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await database.pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [erased.id]);
    expect((await one.admin.patch(`users/${one.id}`, { is_admin: false })).body.error).toBe('last_administrator');
    expect((await one.admin.patch(`users/${suspended.id}`, { is_admin: false })).status).toBe(200);
  });

  it('can resign when there is another one, who then is the last', async () => {
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    expect((await one.admin.patch(`users/${one.id}`, { is_admin: false })).status).toBe(200);
    expect((await one.admin.get('users')).status).toBe(403);
    expect((await two.admin.patch(`users/${two.id}`, { is_suspended: true })).body.error).toBe('last_administrator');
  });

  it('remains, even when several resign concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const all = [await makeAdmin(), await makeAdmin(), await makeAdmin(), await makeAdmin()];
      const replies = await Promise.all(
        all.map(({ id, admin }, index) =>
          admin.patch(`users/${id}`, index % 2 ? { is_admin: false } : { is_suspended: true }),
        ),
      );
      expect(tally(replies)).toEqual({ 200: 3, 400: 1 });
      expect(await administrators()).toBe(1);
      await database.pool.query('UPDATE users SET is_admin = false');
    }
  });

  it('remains when two dismiss each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await makeAdmin(), await makeAdmin()];
      const replies = await Promise.all([
        one.admin.patch(`users/${two.id}`, { is_admin: false }),
        two.admin.patch(`users/${one.id}`, { is_admin: false }),
      ]);
      // An administrator who was dismissed before the request is refused like any other user.
      expect(replies.map(({ status }) => status).sort()).toEqual([
        200,
        expect.toSatisfy((other) => other === 400 || other === 403),
      ]);
      expect(await administrators()).toBe(1);
      await database.pool.query('UPDATE users SET is_admin = false');
    }
  });
});
