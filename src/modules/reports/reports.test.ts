import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bookOrder } from '../../../tests/harness/booked-orders.ts';
import { createPopulatedApplication, type Role } from '../../../tests/harness/cast.ts';
import { runWaitingJobs } from '../../../tests/harness/jobs.ts';
import { takeMails } from '../../../tests/harness/mailbox.ts';
import { pdfTexts } from '../../../tests/harness/pdf-text.ts';
import { clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { openFileWork } from '../payments/index.ts';
import { createReportSender, requestDueReports } from './index.ts';

/** A Monday. */
const START = new Date('2026-03-30T12:00:00Z');
let clock = START;
const now = () => clock;
const calendar = createCalendar('UTC');
const publicUrl = 'http://tributary.test';

const { application, cast } = await createPopulatedApplication({ now });
const { market, database } = application;
const run = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
await market.price({ storeId: cast.storeId, cpcMinor: 1_000 });
await run(`UPDATE users SET username = 'ann' WHERE id = $1`, cast.ids.creator);
await run(`UPDATE stores SET name = 'Nordic Store' WHERE id = $1`, cast.storeId);
const record = clickRecorder(database, calendar);
const clicksOn = (day: string, count: number) =>
  record(Array.from({ length: count }, () => ({ code: link.code, at: new Date(`${day}T10:00:00Z`) })));
await clicksOn('2026-03-29', 2);
await clicksOn('2026-03-31', 3);
await bookOrder(database.pool, {
  linkId: link.id,
  campaignId: null,
  day: '2026-03-31',
  valueMinor: 9_000,
  cpaPpm: 100_000,
});
const files = openFileWork();
afterAll(() => files.close());

beforeEach(async () => {
  clock = START;
  await run('DELETE FROM report_schedules');
  await run('DELETE FROM notification_settings');
  await takeMails(database, { now });
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, role: Role | null = 'advertiser', body?: object) =>
  application.call({
    method,
    url: `/v2/report-schedules${url}`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const DAILY = { name: 'Daily', list: 'creators', every: 'day', hour: 7, format: 'csv' };
async function make(body: object = {}, role: Role = 'advertiser') {
  const { status, body: made } = await call('POST', '', role, { ...DAILY, ...body });
  expect([status, made]).toEqual([201, expect.anything()]);
  return made as { id: number; next_at: string };
}
const sender = () => createReportSender({ db: database.db, now, publicUrl, calendar, files });
/** Lets the time pass, as two processes that look at it, and returns the mails. */
async function mailsAt(time: string) {
  clock = new Date(time);
  const deps = { db: database.db, now };
  await Promise.all([requestDueReports(deps, calendar), requestDueReports(deps, calendar)]);
  await runWaitingJobs(database, [sender()]);
  return takeMails(database, { now });
}
const contentOf = (mail: { attachment?: { content: string } | undefined }) =>
  Buffer.from(mail.attachment!.content, 'base64');
const emailOf = async (role: Role) => (await run('SELECT email FROM users WHERE id = $1', cast.ids[role]))[0].email;

describe('A scheduled report', () => {
  it('is mailed at its hour, once, with the view as a file and its sums against the period before', async () => {
    const { id, next_at } = await make({ filters: { q: 'ann', sort_by: 'clicks:desc' } });
    expect(next_at).toBe('2026-03-31T07:00:00.000Z');
    expect(await mailsAt('2026-03-31T06:59:00Z')).toEqual([]);
    const [yesterday] = await mailsAt('2026-03-31T07:00:00Z');
    expect(yesterday?.text).toContain('The list is empty in this period.');
    expect(yesterday).not.toHaveProperty('attachment');
    const [mail, ...others] = await mailsAt('2026-04-01T07:03:00Z');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: await emailOf('advertiser'), subject: 'Daily: 31 Mar 2026', language: 'en' });
    expect(mail!.text).toContain('Creators of Nordic Store, 31 Mar 2026.');
    expect(mail!.text).toContain('Compared with 30 Mar 2026:\n- Clicks: 3 (before: 0)');
    expect(mail!.text).toContain(`/console/shop/${cast.storeId}/statistics?from=2026-03-31&to=2026-03-31&`);
    expect(mail!.attachment).toMatchObject({ name: 'creators-2026-04-01.csv', type: 'text/csv; charset=utf-8' });
    const [headings, row] = parseCsv(contentOf(mail!).toString());
    expect([headings![0], row![0], row![5]]).toEqual(['Creator', 'ann', '3']);
    expect(await mailsAt('2026-04-01T08:00:00Z')).toEqual([]);
    const { body } = await call('GET', `/${id}`);
    expect(body).toMatchObject({ sent_at: '2026-04-01T07:03:00.000Z', next_at: '2026-04-02T07:00:00.000Z' });
  });

  it('is sent once for a day, even if its job runs again in another process or its hour is moved', async () => {
    const { id } = await make();
    expect(await mailsAt('2026-03-31T07:00:00Z')).toHaveLength(1);
    const job = { id: '1', askedAt: clock, signal: new AbortController().signal };
    await Promise.all([1, 2].map(() => sender().run({ scheduleId: id, day: '2026-03-31' }, job)));
    await call('PATCH', `/${id}`, 'advertiser', { hour: 20 });
    expect(await mailsAt('2026-03-31T20:00:00Z')).toEqual([]);
    await Promise.all([1, 2].map(() => sender().run({ scheduleId: id, day: '2026-04-01' }, job)));
    expect(await takeMails(database, { now })).toHaveLength(1);
  });

  it('that was missed while the service was down is made up once', async () => {
    await make();
    const mails = await mailsAt('2026-04-10T09:00:00Z');
    expect(mails.map(({ subject }) => subject)).toEqual(['Daily: 9 Apr 2026']);
  });

  it('is not made up after a pause', async () => {
    const { id } = await make();
    expect((await call('PATCH', `/${id}`, 'advertiser', { status: 'paused' })).body).toMatchObject({ next_at: null });
    expect(await mailsAt('2026-04-10T09:00:00Z')).toEqual([]);
    const { body } = await call('PATCH', `/${id}`, 'advertiser', { status: 'active' });
    expect(body).toMatchObject({ status: 'active', next_at: '2026-04-11T07:00:00.000Z' });
    expect(await mailsAt('2026-04-10T10:00:00Z')).toEqual([]);
  });

  it('has the language of each recipient, also in a workbook and a PDF', async () => {
    await run(`UPDATE users SET preferred_locale = 'de_DE' WHERE id = $1`, cast.ids.admin);
    const body = {
      store_id: cast.storeId,
      every: 'week',
      weekday: 3,
      recipients: [cast.ids.advertiser, cast.ids.admin],
    };
    await make({ ...body, name: 'Week', list: 'orders', format: 'pdf' }, 'admin');
    await make({ ...body, name: 'Sheet', list: 'campaigns', format: 'xlsx' }, 'admin');
    const mails = await mailsAt('2026-04-01T07:00:00Z');
    await run('UPDATE users SET preferred_locale = NULL WHERE id = $1', cast.ids.admin);
    const named = (word: string, language: string) =>
      mails.find(({ subject, language: of }) => subject.startsWith(word) && of === language)!;
    expect(mails).toHaveLength(4);
    expect(named('Week', 'en').subject).toBe('Week: 25 – 31 Mar 2026');
    const pdf = pdfTexts(contentOf(named('Week', 'de')))
      .flat()
      .join('\n');
    expect(pdf).toContain('Bestellungen: Nordic Store, 25.–31.03.2026.');
    expect(pdf).toContain('90,00');
    const [sheet] = (await readXlsx(contentOf(named('Sheet', 'de')))).sheets;
    expect(sheet!.rows[0]).toContain('Kosten der Klicks');
  });

  it('that is too long for a mail is a link to the view', async () => {
    const title = 'x'.repeat(255);
    const ids = await run(
      `INSERT INTO links (user_id, store_id, code, url, url_hash, title)
       SELECT $1, $2, 'many' || n, 'https://x.example/', sha256(n::text::bytea), $3 FROM generate_series(1, 2500) n RETURNING id, code`,
      cast.ids.creator,
      cast.storeId,
      title,
    );
    await record(ids.map(({ code }) => ({ code, at: new Date('2026-04-05T10:00:00Z') })));
    await make({ list: 'links', format: 'csv' });
    const [mail] = await mailsAt('2026-04-06T07:00:00Z');
    expect(mail).not.toHaveProperty('attachment');
    expect(mail!.text).toContain('The list is too long for a mail.');
    expect(mail!.text).toContain('Rows in the list: 2500.');
  });
});

describe('The recipients of a report', () => {
  it('are members who may see the view when it is sent', async () => {
    const colleague = await market.user();
    await market.member(cast.storeId, colleague);
    await make({ recipients: [cast.ids.advertiser, colleague] });
    expect(await mailsAt('2026-03-31T07:00:00Z')).toHaveLength(2);
    for (const [index, change] of [
      'DELETE FROM store_members WHERE user_id = $1',
      'UPDATE users SET suspended_at = now() WHERE id = $1',
      'UPDATE users SET email_unproven = true, suspended_at = NULL WHERE id = $1',
    ].entries()) {
      if (index > 0)
        await run(
          `INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, 'manager') ON CONFLICT DO NOTHING`,
          cast.storeId,
          colleague,
        );
      await run(change, colleague);
      const mails = await mailsAt(`2026-04-0${index + 1}T07:00:00Z`);
      expect([change, mails.map(({ to }) => to)]).toEqual([change, [await emailOf('advertiser')]]);
    }
  });

  it('unsubscribe by one click without signing in, and can subscribe again', async () => {
    await make();
    const [mail] = await mailsAt('2026-03-31T07:00:00Z');
    const unsubscribeUrl = mail!.unsubscribeUrl!;
    expect(mail!.text).toContain(unsubscribeUrl);
    const url = unsubscribeUrl.replace(publicUrl, '');
    expect((await application.app.inject({ method: 'POST', url })).body).toContain('scheduled reports');
    expect(await mailsAt('2026-04-01T07:00:00Z')).toEqual([]);
    const settings = { method: 'PUT', url: '/v2/me/notification-settings', as: cast.tokens.advertiser } as const;
    expect((await application.call({ ...settings, body: { mail: { reports: true } } })).status).toBe(200);
    expect(await mailsAt('2026-04-02T07:00:00Z')).toHaveLength(1);
  });

  it('are named in a 422 if they may not see the view', async () => {
    const recipients = [cast.ids.advertiser, cast.ids.otherAdvertiser, cast.ids.admin, 4_503_599_627_370_496];
    const { status, body } = await call('POST', '', 'advertiser', { ...DAILY, recipients });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['recipients.1', 'recipients.2', 'recipients.3']]);
    expect(
      (await call('POST', '', 'admin', { ...DAILY, store_id: cast.storeId, recipients: [cast.ids.admin] })).status,
    ).toBe(201);
  });

  it('who are erased receive nothing, and their own reports end', async () => {
    const creator = await market.user();
    await make({ user_id: creator, list: 'orders', recipients: [creator] }, 'admin');
    const colleague = await market.user();
    await market.member(cast.storeId, colleague);
    await make({ recipients: [colleague, cast.ids.advertiser] });
    for (const user of [creator, colleague])
      expect(
        (await application.call({ method: 'POST', url: `/v2/admin/users/${user}/erase`, as: cast.tokens.admin }))
          .status,
      ).toBeLessThan(300);
    expect(await run('SELECT user_id FROM report_schedules')).toEqual([{ user_id: null }]);
    expect(await run('SELECT user_id FROM report_recipients')).toEqual([{ user_id: cast.ids.advertiser }]);
  });
});

describe('The owner of a report', () => {
  it.each<[Role, object, string]>([
    ['creator', { list: 'orders' }, 'user_id'],
    ['agency', {}, 'client_id'],
    ['advertiser', { list: 'links' }, 'store_id'],
  ])('of a %s is the own account, agency or store', async (role, body, field) => {
    const made = await make(body, role);
    expect(
      Object.entries(made)
        .filter(([name, value]) => name.endsWith('_id') && value !== null)
        .map(([name]) => name),
    ).toEqual([field]);
    const mails = await mailsAt('2026-03-31T07:00:00Z');
    expect(mails.map(({ to }) => to)).toEqual([await emailOf(role)]);
  });

  it.each<[string, object, Role, number, string]>([
    ['a foreign store', { store_id: cast.otherStoreId }, 'advertiser', 403, ''],
    ['a foreign agency', { client_id: cast.otherAgencyId }, 'agency', 404, ''],
    ['another creator', { user_id: cast.ids.otherCreator, list: 'orders' }, 'creator', 404, ''],
    ['no owner, for an administrator', {}, 'admin', 422, 'store_id'],
    ['a list that the owner does not have', { list: 'campaigns' }, 'creator', 422, 'list'],
    ['a filter of another list', { filters: { statuses: ['denied'] } }, 'advertiser', 422, 'filters.statuses'],
    ['an order of another list', { filters: { sort_by: 'order_at:asc' } }, 'advertiser', 422, 'filters.sort_by'],
    ['no day of the week', { every: 'week' }, 'advertiser', 422, 'weekday'],
    ['a day of the month for a daily report', { month_day: 3 }, 'advertiser', 422, 'month_day'],
    ['an hour that does not exist', { hour: 24 }, 'advertiser', 422, 'hour'],
  ])('is refused: %s', async (_what, body, role, status, field) => {
    const reply = await call('POST', '', role, { ...DAILY, ...body });
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([status, field === '' ? [] : [field]]);
  });

  it('has at most 50 reports', async () => {
    await run(
      `INSERT INTO report_schedules (store_id, name, list, filters, every, hour, format, next_at, created_at, updated_at)
       SELECT $1, 'x', 'links', '{}', 'day', 1, 'csv', 'infinity', now(), now() FROM generate_series(1, 49)`,
      cast.storeId,
    );
    const made = await Promise.all([1, 2, 3].map(() => call('POST', '', 'advertiser', DAILY)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(made.find(({ status }) => status === 400)?.body.error).toBe('too_many_report_schedules');
  });
});

describe('A report is', () => {
  it.each<[Method, string, object | undefined, number]>([
    ['GET', '', undefined, 200],
    ['GET', '/{id}', undefined, 200],
    ['PATCH', '/{id}', { name: 'Other' }, 200],
    ['DELETE', '/{id}', undefined, 204],
  ])('%s%s: for members of the store and administrators', async (method, path, body, done) => {
    const { id } = await make();
    const url = path.replace('{id}', String(id));
    expect((await call(method, url, null, body)).status).toBe(401);
    for (const role of ['otherAdvertiser', 'creator', 'agency'] as const) {
      const reply = await call(method, url, role, body);
      expect(path === '' ? [200, 0] : [404, undefined]).toEqual([reply.status, reply.body.data?.length]);
    }
    expect((await call(method, url, 'admin', body)).status).toBe(done);
    if (method !== 'DELETE') expect((await call(method, url, 'advertiser', body)).status).toBe(done);
  });

  it('changed by members who only read if they have scheduled it, and by those who manage', async () => {
    const reader = await market.user();
    await market.member(cast.storeId, reader);
    await run(`UPDATE store_members SET role = 'read_only' WHERE user_id = $1`, reader);
    const as = await application.tokenOf(reader);
    const theirs = await application.call({ method: 'POST', url: '/v2/report-schedules', as, body: DAILY });
    expect(theirs.status).toBe(201);
    const { id } = await make();
    const change = (schedule: number) =>
      application.call({ method: 'PATCH', url: `/v2/report-schedules/${schedule}`, as, body: { hour: 8 } });
    expect([(await change(theirs.body.id)).status, (await change(id)).status]).toEqual([200, 403]);
    expect((await call('DELETE', `/${theirs.body.id}`)).status).toBe(204);
  });

  it('recorded in the audit log', async () => {
    const { id } = await make();
    await call('PATCH', `/${id}`, 'advertiser', { every: 'month', month_day: 1 });
    await call('DELETE', `/${id}`);
    const entries = await run(
      `SELECT action, actor_id FROM audit_log WHERE subject_kind = 'report_schedule' AND subject_id = $1 ORDER BY id`,
      id,
    );
    expect(entries).toEqual(
      ['created', 'changed', 'deleted'].map((what) => ({
        action: `report_schedule.${what}`,
        actor_id: cast.ids.advertiser,
      })),
    );
  });
});
