import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { closeGate } from '../../../../tests/harness/gate.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { createDeal, type Deal } from '../../../platform/crm/deal.ts';
import { handler } from '../../../platform/jobs/handler.ts';

const [KEY, PREVIOUS_KEY] = ['the-key-of-the-service', 'the-key-that-was-before'];

const application = await createTestApplication({ serviceApiKeys: [KEY, PREVIOUS_KEY] });

type Hook = 'created' | 'updated';
const send = (hook: Hook, body: unknown, key: string | null = KEY) =>
  application.call({
    method: 'POST',
    url: `/v2/webhooks/idp/identities/${hook}`,
    body,
    headers: key === null ? {} : { 'service-api-key': key },
  });
const news = (id: string, email: string, updatedAt?: string) => ({
  identity: { id, traits: { email }, ...(updatedAt === undefined ? {} : { updated_at: updatedAt }) },
});
const created = async (id: string, email: string, more: object = {}) =>
  expect((await send('created', { ...news(id, email), app_url: 'https://app.example.test', ...more })).status).toBe(
    204,
  );
const updated = async (id: string, email: string, updatedAt?: string) =>
  expect((await send('updated', news(id, email, updatedAt))).status).toBe(204);

/** The deals that were requested since the last call. */
async function deals(): Promise<Deal[]> {
  const asked: Deal[] = [];
  await runWaitingJobs(application.database, [handler(createDeal, async (deal) => void asked.push(deal))]);
  return asked;
}
let made = 0;
const somebody = () => {
  made += 1;
  return { id: `person-${made}`, email: `person-${made}@example.test` };
};
/** A user who is linked to a person. */
async function linked() {
  const { id, email } = somebody();
  const userId = await application.market.user({ email });
  await application.database.pool.query('UPDATE users SET identity_id = $2 WHERE id = $1', [userId, id]);
  return { id, email, userId };
}
const userRow = async (id: number) =>
  (await application.database.pool.query('SELECT email, email_unproven, identity_id FROM users WHERE id = $1', [id]))
    .rows[0];
const identityRow = async (id: string) =>
  (await application.database.pool.query('SELECT * FROM identities WHERE id = $1', [id])).rows[0];
const actionsOn = async (userId: number) =>
  (
    await application.database.pool.query(
      `SELECT action FROM audit_log WHERE subject_kind = 'user' AND subject_id = $1 ORDER BY id`,
      [userId],
    )
  ).rows.map(({ action }) => action);

describe('The hooks', () => {
  it.each<Hook>(['created', 'updated'])('of %s accept both valid keys and nothing else', async (hook) => {
    const { id, email } = somebody();
    for (const key of [KEY, PREVIOUS_KEY]) {
      const reply = await send(hook, news(id, email), key);
      expect([reply.status, reply.body]).toEqual([204, null]);
    }
    for (const key of [null, '', 'another-key', `${KEY} `.repeat(2)]) {
      const reply = await send(hook, { not: 'read' }, key);
      expect([reply.status, reply.body]).toEqual([401, { message: 'Unauthenticated.' }]);
    }
    const asAdmin = await application.tokenOf(await application.market.user({ isAdmin: true }));
    expect(
      (await application.call({ method: 'POST', url: `/v2/webhooks/idp/identities/${hook}`, as: asAdmin })).status,
    ).toBe(401);
  });

  it.each<Hook>(['created', 'updated'])('of %s report all invalid fields at once', async (hook) => {
    expect((await send(hook, {})).body.errors).toHaveProperty('identity');
    const wrong = await send(hook, { identity: { id: '', traits: { email: 'nobody' }, updated_at: 'yesterday' } });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ['identity.id', 'identity.traits.email', 'identity.updated_at'],
    ]);
    expect((await send(hook, news('x'.repeat(255), 'long@example.test'))).status).toBe(204);
    expect((await send(hook, news('x'.repeat(256), 'long@example.test'))).body.errors).toHaveProperty(['identity.id']);
    expect((await send(hook, news('a\0b', 'nul@example.test'))).body.errors).toHaveProperty(['identity.id']);
    const host = `${'a.'.repeat(92)}test`;
    const longest = `${'l'.repeat(64)}@${host}b`;
    expect(longest).toHaveLength(254);
    expect((await send(hook, news('long', longest))).status).toBe(204);
    expect((await send(hook, news('long', `${longest}b`))).body.errors).toHaveProperty(['identity.traits.email']);
    const extra = {
      identity: {
        ...news('extra', 'e@example.test').identity,
        schema_id: 'x',
        traits: { email: 'e@example.test', name: 1 },
      },
    };
    expect((await send(hook, extra)).status).toBe(204);
  });

  it('for creation accept an address of 2048 characters, or none', async () => {
    const at = (appUrl: unknown) => send('created', { ...news('app', 'app@example.test'), app_url: appUrl });
    expect((await at(`https://a.test/${'x'.repeat(2033)}`)).status).toBe(204);
    expect((await at(`https://a.test/${'x'.repeat(2034)}`)).body.errors).toHaveProperty('app_url');
    expect((await at(undefined)).status).toBe(204);
    expect((await at(7)).status).toBe(422);
    await deals();
  });
});

describe('A person who has registered', () => {
  it('becomes a deal once, also for repeated and concurrent events', async () => {
    const { id, email } = somebody();
    await Promise.all(Array.from({ length: 50 }, () => created(id, email)));
    await created(id, 'later@example.test');
    expect(await deals()).toEqual([
      {
        key: `identity:${id}`,
        title: `New shop representative: ${email}`,
        email,
        sourceUrl: 'https://app.example.test',
      },
    ]);
    await created(id, email);
    expect(await deals()).toEqual([]);
  });

  it('becomes a deal with the latest address, also when the change arrives first', async () => {
    const { id, email } = somebody();
    await updated(id, 'newer@example.test');
    expect(await deals()).toEqual([]);
    await created(id, email, { app_url: '' });
    expect(await deals()).toMatchObject([{ email: 'newer@example.test', sourceUrl: null }]);
    expect(await identityRow(id)).toMatchObject({ email: 'newer@example.test' });
  });

  it('does not become a user, and takes over no account of the address', async () => {
    const { id, email } = somebody();
    const userId = await application.market.user({ email });
    await created(id, email);
    await updated(id, email);
    expect(await userRow(userId)).toEqual({ email, email_unproven: false, identity_id: null });
    const { rows } = await application.database.pool.query('SELECT FROM users WHERE identity_id = $1', [id]);
    expect(rows).toHaveLength(0);
    expect(await actionsOn(userId)).toEqual([]);
    await deals();
  });
});

describe('A person who has changed their address', () => {
  it('has it changed here, as an unverified address', async () => {
    const { id, userId } = await linked();
    await updated(id, 'changed@example.test');
    expect(await userRow(userId)).toEqual({ email: 'changed@example.test', email_unproven: true, identity_id: id });
    expect(await actionsOn(userId)).toEqual(['user.email_changed']);
  });

  it('causes no change when the address is the same', async () => {
    const { id, email, userId } = await linked();
    for (const same of [email, email.toUpperCase()]) await updated(id, same);
    expect(await userRow(userId)).toEqual({ email, email_unproven: false, identity_id: id });
    expect(await actionsOn(userId)).toEqual([]);
  });

  it('has it changed once by concurrent equal events', async () => {
    const { id, userId } = await linked();
    await Promise.all(Array.from({ length: 50 }, () => updated(id, 'at-once@example.test')));
    expect((await userRow(userId)).email).toBe('at-once@example.test');
    expect(await actionsOn(userId)).toEqual(['user.email_changed']);
  });

  it('causes no change when the address belongs to another account, which keeps it', async () => {
    const { id, email, userId } = await linked();
    const other = await application.market.user({ email: 'others@example.test' });
    await updated(id, 'Others@example.test');
    expect(await userRow(userId)).toEqual({ email, email_unproven: false, identity_id: id });
    expect(await userRow(other)).toEqual({ email: 'others@example.test', email_unproven: false, identity_id: null });
    expect(await actionsOn(userId)).toEqual(['user.email_refused']);
    expect(await actionsOn(other)).toEqual([]);
  });

  it('gets the address or not when another person requests the same one concurrently, and never both', async () => {
    const both = [await linked(), await linked()];
    await Promise.all(both.map(({ id }) => updated(id, 'contested@example.test')));
    const emails = await Promise.all(both.map(async ({ userId }) => (await userRow(userId)).email));
    expect(emails.filter((email) => email === 'contested@example.test')).toHaveLength(1);
  });

  it('does not get an old address back from older events, including the registration', async () => {
    const { id, email, userId } = await linked();
    await updated(id, 'third@example.test', '2030-03-01T00:00:00Z');
    await updated(id, 'second@example.test', '2030-02-01T00:00:00+01:00');
    await created(id, email);
    expect((await userRow(userId)).email).toBe('third@example.test');
    await updated(id, 'third@example.test', '2030-03-01T00:00:00Z');
    await updated(id, 'fourth@example.test', '2030-03-01T00:00:00.001Z');
    expect((await userRow(userId)).email).toBe('fourth@example.test');
    await deals();
  });

  it('has no stored data when the erasure happens at the same moment', async () => {
    const { id, userId } = await linked();
    await updated(id, 'before@example.test');
    await application.tokenOf(userId);
    const as = await application.tokenOf(await application.market.user({ isAdmin: true }));
    // The erasure has locked the user, but not yet the stored person.
    const gate = await closeGate(application, 'DELETE ON tokens');
    const erased = application.call({ method: 'POST', url: `/v2/admin/users/${userId}/erase`, as });
    await gate.untilWaiting(1);
    const update = send('updated', news(id, 'at-last@example.test'));
    await gate.untilWaiting(2);
    await gate.open();
    expect([(await erased).status, (await update).status]).toEqual([200, 204]);
    expect(await identityRow(id)).toBeUndefined();
    expect((await userRow(userId)).email).toMatch(/@erased\.invalid$/);
  });

  it('has the latest address in the end, for any order of the events', async () => {
    const times = fc.shuffledSubarray([1, 2, 3, 4, 5], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(times, fc.nat(5), async (order, createdAfter) => {
        const { id, email, userId } = await linked();
        const hooks = order.map((n) => () => updated(id, `${id}-${n}@example.test`, `2030-01-0${n}T00:00:00Z`));
        hooks.splice(createdAfter, 0, () => created(id, email));
        for (const hook of hooks) await hook();
        expect((await userRow(userId)).email).toBe(`${id}-${Math.max(...order)}@example.test`);
      }),
      { numRuns: 25 },
    );
    await deals();
  });
});
