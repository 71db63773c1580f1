import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { eraseDueUsers } from './erase-due-users.ts';

const DAY_MS = 86_400_000;
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const call = (method: 'GET' | 'POST' | 'DELETE', as?: string, url = '/v2/me/deletion') =>
  application.call({ method, url, ...(as === undefined ? {} : { as }) });
const eraseDue = () => eraseDueUsers({ db: application.database.db, now: () => clock });
const person = async (values: { isAdmin?: boolean } = {}) => application.tokenOf(await application.market.user(values));

describe('Deletion of one’s own account', () => {
  it('takes two weeks, during which it can be cancelled', async () => {
    const [leaves, stays] = [await person(), await person()];
    const due = new Date(clock.getTime() + 14 * DAY_MS).toISOString();
    for (const as of [leaves, stays])
      expect(await call('POST', as)).toMatchObject({ status: 202, body: { due_at: due } });
    clock = new Date(clock.getTime() + DAY_MS);
    expect((await call('POST', leaves)).body.due_at).toBe(due);
    expect(await takeMails(application.database)).toHaveLength(2);
    expect((await call('GET', leaves, '/v2/me')).body.deletion_due_at).toBe(due);
    expect((await call('DELETE', stays)).status).toBe(204);
    expect((await call('DELETE', stays)).status).toBe(404);
    expect((await call('GET', stays, '/v2/me')).body.deletion_due_at).toBeNull();
    clock = new Date(clock.getTime() + 13 * DAY_MS - 1);
    expect(await eraseDue()).toBe(0);
    clock = new Date(clock.getTime() + 1);
    expect([await eraseDue(), await eraseDue()]).toEqual([1, 0]);
    expect([(await call('GET', leaves, '/v2/me')).status, (await call('GET', stays, '/v2/me')).status]).toEqual([
      401, 200,
    ]);
  });

  it('requires a session, and is refused to the last administrator', async () => {
    expect((await call('POST')).status).toBe(401);
    expect((await call('DELETE')).status).toBe(401);
    const [one, other] = [await person({ isAdmin: true }), await person({ isAdmin: true })];
    expect((await call('POST', one)).status).toBe(202);
    // Two owners who leave concurrently do not both rely on the other one.
    expect((await call('POST', other)).status).toBe(202);
    clock = new Date(clock.getTime() + 15 * DAY_MS);
    expect(await eraseDue()).toBe(1);
    expect((await call('POST', other)).body).toMatchObject({ error: 'last_administrator' });
    expect((await call('GET', other, '/v2/me')).body.deletion_due_at).toBeNull();
  });
});
