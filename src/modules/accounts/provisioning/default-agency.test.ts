import { beforeEach, describe, expect, it } from 'vitest';
import { type Admin, adminOf, tally } from '../../../../tests/harness/admin.ts';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const application: TestApplication = await createTestApplication();
const { market, tokenOf, database } = application;
const admin: Admin = adminOf(application, await tokenOf(await market.user({ isAdmin: true })));

const makeAgency = (values: object = {}) => admin.make('clients', { name: unique(), client_id: unique(), ...values });
const defaults = async (): Promise<number[]> => {
  const { data } = (await admin.get('clients?size=100')).body;
  return data.filter((one: { is_default: boolean }) => one.is_default).map((one: { id: number }) => one.id);
};

beforeEach(async () => {
  await database.pool.query('DELETE FROM agencies');
});

describe('The default client', () => {
  it('is the first one, independent of the request', async () => {
    const first = await makeAgency({ is_default: false });
    expect(first.is_default).toBe(true);
    expect(await makeAgency()).toMatchObject({ is_default: false });
    expect(await defaults()).toEqual([first.id]);
  });

  it('is replaced by another client, created or changed, and the audit log records it', async () => {
    const first = await makeAgency();
    const second = await makeAgency({ is_default: true });
    expect(await defaults()).toEqual([second.id]);
    expect((await admin.patch(`clients/${first.id}`, { is_default: true })).body.is_default).toBe(true);
    expect(await defaults()).toEqual([first.id]);
    const { rows } = await database.pool.query(
      `SELECT details FROM audit_log WHERE subject_kind = 'client' AND subject_id = $1 ORDER BY id`,
      [first.id],
    );
    expect(rows.map(({ details }) => [details.from?.is_default, details.to.is_default])).toEqual([
      [undefined, true],
      [true, false],
      [false, true],
    ]);
  });

  it('is not replaced by a client that cannot be created', async () => {
    const first = await makeAgency();
    const refused = await admin.post('clients', { name: 'x', client_id: first.client_id, is_default: true });
    expect(refused.status).toBe(422);
    expect((await admin.patch('clients/9007199254740991', { is_default: true })).status).toBe(404);
    expect(await defaults()).toEqual([first.id]);
  });

  it('cannot lose the flag or be deleted', async () => {
    const first = await makeAgency();
    const second = await makeAgency();
    const back = await admin.patch(`clients/${first.id}`, { is_default: false });
    expect([back.status, Object.keys(back.body.errors)]).toEqual([422, ['is_default']]);
    const deleted = await admin.remove(`clients/${first.id}`);
    expect([deleted.status, deleted.body.error]).toEqual([400, 'in_use']);
    expect((await admin.patch(`clients/${second.id}`, { is_default: false })).status).toBe(200);
    expect(await defaults()).toEqual([first.id]);
  });

  it('is one client for concurrent requests', async () => {
    const agencies = await Promise.all(Array.from({ length: 10 }, () => makeAgency()));
    expect(await defaults()).toHaveLength(1);
    const replies = await Promise.all([
      ...agencies.map(({ id }) => admin.patch(`clients/${id}`, { is_default: true })),
      ...agencies.map(() => admin.post('clients', { name: 'x', client_id: unique(), is_default: true })),
    ]);
    expect(tally(replies)).toEqual({ 200: 10, 201: 10 });
    expect(await defaults()).toHaveLength(1);
  });

  it('remains one client when another becomes the default while the current one is deleted', async () => {
    const first = await makeAgency();
    const second = await makeAgency();
    const [made, deleted] = await Promise.all([
      admin.patch(`clients/${second.id}`, { is_default: true }),
      admin.remove(`clients/${second.id}`),
    ]);
    expect([
      [200, 400],
      [404, 204],
    ]).toContainEqual([made.status, deleted.status]);
    expect(await defaults()).toEqual([made.status === 200 ? second.id : first.id]);
  });
});
