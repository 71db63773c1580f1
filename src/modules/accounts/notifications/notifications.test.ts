import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { createDigestSender, type News, notify, purgeNotifications, requestDigests } from '../index.ts';

let clock = new Date('2030-05-15T12:00:00.000Z');
const DAY_MS = 86_400_000;
const now = () => clock;

const application = await createTestApplication({ now });
beforeEach(async () => {
  await rows('DELETE FROM notifications');
  await takeMails(application.database, { now });
});

const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, as?: string, body?: object) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });
const send = (...news: News[]) => application.database.db.transaction((tx) => notify(tx, clock, news));
const mails = () => takeMails(application.database, { now });

/** A person with a token. */
async function person(fields: { locale?: string; email?: string } = {}) {
  const id = await application.market.user(fields.email === undefined ? {} : { email: fields.email });
  await rows('UPDATE users SET preferred_locale = $2 WHERE id = $1', [id, fields.locale ?? 'en_GB']);
  const [{ email }] = await rows('SELECT email FROM users WHERE id = $1', [id]);
  return { id, email: email as string, token: await application.tokenOf(id) };
}
const limit = (userId: number, eventId?: number, campaign = 'Spring\nsale'): News => ({
  message: 'limit_reached',
  values: { campaign },
  to: { userId },
  path: '/console/shop/1/campaigns/2',
  eventId,
});
const account = (userId: number): News => ({
  message: 'account_changed',
  values: { event: 'password_changed' },
  to: { userId },
  path: '/console/account',
});
const list = async (token: string, query = '') => (await call('GET', `/v2/me/notifications${query}`, token)).body;
const settings = (token: string, body: object) => call('PUT', '/v2/me/notification-settings', token, body);

describe('A notification', () => {
  it('is listed in the reader’s language, leads to its subject, and is marked as read', async () => {
    const { id, token } = await person({ locale: 'sv_SE' });
    await send(account(id), limit(id));
    const { data, meta } = await list(token);
    expect(meta.total).toBe(2);
    expect(data[0]).toEqual({
      id: expect.any(Number),
      kind: 'limits',
      title: 'Kampanjen ”Spring sale” har nått en gräns',
      text: expect.stringContaining('förbrukat'),
      path: '/console/shop/1/campaigns/2',
      is_read: false,
      read_at: null,
      created_at: clock.toISOString(),
    });
    // A program that shows it among texts in another language names that language.
    const headers = { 'accept-language': 'de-AT' };
    const inGerman = await application.call({ url: '/v2/me/notifications', as: token, headers });
    expect(inGerman.body.data[0].title).toBe('Die Kampagne „Spring sale“ hat eine Grenze erreicht');
    const marked = await call('PATCH', `/v2/me/notifications/${data[0].id}`, token, { is_read: true });
    expect(marked.body).toMatchObject({ is_read: true, read_at: clock.toISOString() });
    expect((await list(token, '?is_read=false')).data.map(({ kind }: { kind: string }) => kind)).toEqual(['security']);
    expect((await list(token, '?kind=limits')).meta.total).toBe(1);
    await call('PATCH', `/v2/me/notifications/${data[0].id}`, token, { is_read: false });
    expect((await call('PATCH', '/v2/me/notifications', token, { is_read: true, up_to: data[1].id })).status).toBe(204);
    expect((await list(token, '?is_read=false')).data.map(({ kind }: { kind: string }) => kind)).toEqual(['limits']);
    await call('PATCH', '/v2/me/notifications', token, { is_read: true });
    expect((await list(token, '?is_read=false')).meta.total).toBe(0);
  });

  it('is visible only to its reader', async () => {
    const [owner, other] = [await person(), await person()];
    await send(limit(owner.id));
    const [{ id }] = (await list(owner.token)).data;
    expect((await list(other.token)).data).toEqual([]);
    expect((await call('PATCH', `/v2/me/notifications/${id}`, other.token, { is_read: true })).status).toBe(404);
    await call('PATCH', '/v2/me/notifications', other.token, { is_read: true });
    expect((await list(owner.token, '?is_read=false')).meta.total).toBe(1);
    expect((await call('GET', '/v2/me/notifications')).status).toBe(401);
    expect((await call('PATCH', '/v2/me/notifications', owner.token, { is_read: false })).body.errors).toHaveProperty(
      'is_read',
    );
  });

  it('is written once per person and event, also for several roles and concurrently', async () => {
    const { id } = await person();
    const storeId = await application.market.store();
    await rows('INSERT INTO store_members (store_id, user_id) VALUES ($1, $2)', [storeId, id]);
    const both: News[] = [limit(id, 77), { ...limit(id, 77), to: { storeId, need: 'manage' } }];
    await Promise.all([send(...both), send(...both), send(...both)]);
    expect(await rows('SELECT count(*)::int AS n FROM notifications WHERE user_id = $1', [id])).toEqual([{ n: 1 }]);
    expect(await mails()).toHaveLength(1);
  });

  it('reaches the members whose role permits the requested action', async () => {
    const storeId = await application.market.store();
    const people = await Promise.all((['owner', 'manager', 'finance', 'read_only'] as const).map(() => person()));
    const roles = ['owner', 'manager', 'finance', 'read_only'];
    for (const [index, { id }] of people.entries())
      await rows('INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, $3)', [
        storeId,
        id,
        roles[index],
      ]);
    await send({ ...limit(0), to: { storeId, need: 'finance' } });
    const reached = await rows('SELECT user_id FROM notifications ORDER BY user_id');
    expect(reached.map(({ user_id: id }) => id)).toEqual([people[0]!.id, people[2]!.id].sort((a, b) => a - b));
  });

  it('does not exist when the transaction is rolled back', async () => {
    const { id } = await person();
    await application.database.db
      .transaction(async (tx) => {
        await notify(tx, clock, [limit(id)]);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await rows('SELECT FROM notifications')).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('reaches suspended users only about their account and money, and never erased users', async () => {
    const [suspended, erased] = [await person(), await person()];
    await rows('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended.id]);
    await rows('UPDATE users SET erased_at = now() WHERE id = $1', [erased.id]);
    await send(limit(suspended.id), account(suspended.id), account(erased.id));
    expect(await rows('SELECT user_id, kind FROM notifications')).toEqual([
      { user_id: suspended.id, kind: 'security' },
    ]);
  });

  it('is purged after 180 days', async () => {
    const { id } = await person();
    await send(limit(id));
    await mails();
    const later = (days: number) => ({
      db: application.database.db,
      now: () => new Date(clock.getTime() + days * DAY_MS),
    });
    expect(await purgeNotifications(later(180))).toBe(0);
    expect(await purgeNotifications(later(181))).toBe(1);
    expect(await rows('SELECT FROM unsubscribe_links WHERE user_id = $1', [id])).toEqual([]);
  });
});

describe('The mail of a notification', () => {
  it.each([
    ['en_GB', 'Hello,', 'has reached a limit'],
    ['sv_SE', 'Hej!', 'har nått en gräns'],
    ['de_AT', 'Guten Tag,', 'hat eine Grenze erreicht'],
    ['fr_FR', 'Hello,', 'has reached a limit'],
  ])('speaks the language of %s and leads to the subject', async (locale, greeting, words) => {
    const { id, email } = await person({ locale });
    await send(limit(id));
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining(words) });
    expect(mail!.text.split('\n')[0]).toBe(greeting);
    expect(mail!.text.split('\n')).toContain('http://tributary.test/console/shop/1/campaigns/2');
  });

  it('is not sent for a kind that is turned off, and always for security', async () => {
    const { id, token } = await person();
    const off = {
      campaigns: false,
      messages: false,
      orders: false,
      statements: false,
      payments: false,
      limits: false,
      service: false,
      reports: false,
    };
    expect((await settings(token, { mail: off })).body).toEqual({
      mail: { ...off, security: true },
      weekly_digest: true,
      language: 'en',
    });
    await send(limit(id), account(id));
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your account at Tributary was changed']);
    const refused = await settings(token, { mail: { security: false, limits: true } });
    expect([refused.status, refused.body.errors]).toEqual([422, { 'mail.security': [expect.any(String)] }]);
    expect((await settings(token, { mail: { limits: true } })).body.mail).toMatchObject({
      limits: true,
      orders: false,
    });
    await send(limit(id));
    expect(await mails()).toHaveLength(1);
    expect((await settings(token, { language: 'fr' })).body.errors).toHaveProperty('language');
    expect((await settings(token, { language: 'de' })).body.language).toBe('de');
    expect((await call('GET', '/v2/me/notification-settings')).status).toBe(401);
  });

  it('is not sent to an unverified address', async () => {
    const { id } = await person();
    await rows('UPDATE users SET email_unproven = true WHERE id = $1', [id]);
    await send(limit(id), account(id));
    expect(await mails()).toEqual([]);
  });
});

describe('An unsubscribe link', () => {
  const path = (url: string | undefined) => new URL(url!).pathname;

  it('ends mails of its kind by a POST without a session, and asks for confirmation on a GET', async () => {
    const { id, token } = await person({ locale: 'de_DE' });
    await send(limit(id), account(id));
    const sent = await mails();
    const link = path(sent.find(({ subject }) => subject.includes('Grenze'))!.unsubscribeUrl);
    expect(sent.find(({ subject }) => subject.includes('Konto'))).not.toHaveProperty('unsubscribeUrl');
    expect(sent[0]!.text).toContain(link);
    const asked = await application.app.inject({ url: link });
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(asked.body).toContain('lang="de"');
    expect((await call('GET', '/v2/me/notification-settings', token)).body.mail.limits).toBe(true);
    const done = await application.app.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(done.statusCode).toBe(200);
    expect((await call('GET', '/v2/me/notification-settings', token)).body.mail).toMatchObject({
      limits: false,
      campaigns: true,
    });
    await send(limit(id));
    expect(await mails()).toEqual([]);
    expect(await rows(`SELECT action, actor_id FROM audit_log WHERE subject_id = $1`, [id])).toEqual([
      { action: 'user.unsubscribed', actor_id: null },
    ]);
  });

  it('is stored as a hash, and a guessed one changes nothing', async () => {
    const { id } = await person();
    await send(limit(id));
    const [mail] = await mails();
    const secret = path(mail!.unsubscribeUrl).split('/').at(-1)!;
    expect(Buffer.from(secret, 'base64url')).toHaveLength(18);
    const [{ stored }] = await rows('SELECT hash::text AS stored FROM unsubscribe_links WHERE user_id = $1', [id]);
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    for (const method of ['GET', 'POST'] as const) {
      const reply = await application.app.inject({ method, url: `/v2/unsubscribe/${secret.slice(0, -1)}` });
      expect([reply.statusCode, reply.body]).toEqual([404, expect.not.stringContaining('<form')]);
    }
    expect(await rows('SELECT FROM notification_settings WHERE user_id = $1', [id])).toEqual([]);
  });
});

describe('The weekly digest', () => {
  const digests = async () => {
    await requestDigests(application.database.db);
    const { db } = application.database;
    await runWaitingJobs(application.database, [createDigestSender({ db, now, publicUrl: 'http://tributary.test' })]);
    return mails();
  };

  it('lists notifications once that were neither mailed nor read, and is not sent without any', async () => {
    const [reader, other] = [await person(), await person()];
    await settings(reader.token, { mail: { limits: false } });
    await send(limit(reader.id, undefined, 'Read'));
    await call('PATCH', '/v2/me/notifications', reader.token, { is_read: true });
    await send(limit(reader.id, undefined, 'Unread'), account(reader.id), limit(other.id));
    await mails();
    expect(await digests()).toEqual([]);
    clock = new Date(clock.getTime() + 7 * DAY_MS);
    const [mail, ...more] = await digests();
    expect([mail?.to, more]).toEqual([reader.email, []]);
    expect(mail!.text).toContain(
      'The campaign "Unread" has reached a limit\nhttp://tributary.test/console/shop/1/campaigns/2',
    );
    expect(mail!.text).not.toMatch(/"Read"|password/);
    expect(await digests()).toEqual([]);
    clock = new Date(clock.getTime() + 30 * DAY_MS);
    expect(await digests()).toEqual([]);
  });

  it('is turned off by its own unsubscribe link', async () => {
    const { id, token } = await person();
    await settings(token, { mail: { limits: false } });
    await send(limit(id));
    clock = new Date(clock.getTime() + 8 * DAY_MS);
    const [mail] = await digests();
    await application.app.inject({ method: 'POST', url: new URL(mail!.unsubscribeUrl!).pathname });
    expect((await call('GET', '/v2/me/notification-settings', token)).body).toMatchObject({
      mail: { limits: false, campaigns: true },
      weekly_digest: false,
    });
    await send(limit(id));
    clock = new Date(clock.getTime() + 8 * DAY_MS);
    expect(await digests()).toEqual([]);
  });

  it('names the newest and counts the rest', async () => {
    const { id, token } = await person();
    await settings(token, { mail: { limits: false } });
    await send(...Array.from({ length: 23 }, (_, n) => limit(id, undefined, `No. ${n}.`)));
    clock = new Date(clock.getTime() + 8 * DAY_MS);
    const [mail] = await digests();
    expect(mail!.subject).toContain('23');
    expect(mail!.text).toContain('There are 3 more in the console.');
    expect([mail!.text.includes('No. 22.'), mail!.text.includes('No. 2.')]).toEqual([true, false]);
  });
});
