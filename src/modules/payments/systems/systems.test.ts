import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const NOW = new Date('2026-02-03T08:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW, timeZone: 'Europe/Stockholm' });
const user = cast.ids.creator;
const agency = cast.agencyId;
await application.database.pool.query(`INSERT INTO payment_periods (month, closed_at) VALUES ('2026-01-01', now())`);
beforeEach(() =>
  application.database.pool.query('TRUNCATE payment_system_configs; UPDATE agencies SET own_payment_system = false'),
);

const url = '/v2/payments/systems-config';
const read = (query: string, role: Role | null = 'admin') =>
  application.call({ url: `${url}?${query}`, ...(role === null ? {} : { as: cast.tokens[role] }) });
const set = (body: object, role: Role | null = 'admin', key?: string) =>
  application.call({
    method: 'POST',
    url,
    body,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

describe('Who pays a creator', () => {
  it('is the creator’s setting, otherwise the agency’s, otherwise the agency’s own_payment_system, otherwise the platform by bank', async () => {
    const facts = async () => {
      const { body } = await read(`date=2026-03-15&user_id=${user}`);
      return [body.system, body.source, body.since];
    };
    expect(await facts()).toEqual([0, 'default', null]);
    await application.database.pool.query('UPDATE agencies SET own_payment_system = true WHERE id = $1', [agency]);
    expect(await facts()).toEqual([2, 'client_setting', null]);
    await set({ date: '2026-02-01', client_id: agency, system: 1 });
    expect(await facts()).toEqual([1, 'client', '2026-02-01']);
    await set({ date: '2026-03-01', user_id: user, system: 0 });
    expect(await facts()).toEqual([0, 'user', '2026-03-01']);
    expect((await read(`date=2026-02-28&user_id=${user}`)).body).toEqual({
      date: '2026-02-28',
      user_id: user,
      client_id: agency,
      system: 1,
      source: 'client',
      since: '2026-02-01',
      locked: false,
    });
  });

  it('is that of today by default, as a day of the platform’s time zone', async () => {
    expect((await read(`client_id=${agency}`)).body).toMatchObject({
      date: '2026-02-03',
      client_id: agency,
      user_id: null,
    });
    expect((await read(`client_id=${agency}&date=2026-02-03T23:30:00Z`)).body.date).toBe('2026-02-04');
  });

  it('is locked in a closed month and before it', async () => {
    for (const [date, locked] of [
      ['2026-01-31', true],
      ['2025-06-01', true],
      ['2026-02-01', false],
    ])
      expect((await read(`client_id=${agency}&date=${date}`)).body.locked).toBe(locked);
  });

  it('without a user contains the defaults', async () => {
    const { status, body } = await read('date=2026-02-10');
    expect([status, body]).toEqual([
      200,
      {
        date: '2026-02-10',
        client_id: null,
        user_id: null,
        system: 0,
        source: 'default',
        since: null,
        locked: false,
      },
    ]);
  });

  it.each([
    ['user_id=x&date=y', ['date', 'user_id']],
    ['user_id=999999', ['user_id']],
    ['client_id=999999', ['client_id']],
    ['user_id=0', ['user_id']],
  ])('an invalid query (%s) is a 422', async (query, fields) => {
    const { status, body } = await read(query);
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, fields]);
  });
});

describe('Saying who pays', () => {
  it('returns the setting that applies from that day on, and is recorded in the audit log', async () => {
    const { status, body } = await set({ date: '2026-02-10T23:30:00Z', user_id: user, system: 2 });
    expect([status, body]).toEqual([
      200,
      {
        date: '2026-02-11',
        user_id: user,
        client_id: agency,
        system: 2,
        source: 'user',
        since: '2026-02-11',
        locked: false,
      },
    ]);
    const { rows } = await application.database.pool.query(
      `SELECT actor_id, subject_kind, subject_id, details FROM audit_log WHERE action = 'payment_system.set' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        actor_id: cast.ids.admin,
        subject_kind: 'user',
        subject_id: user,
        details: { from: '2026-02-11', system: 2, ignored_lock: false },
      },
    ]);
  });

  it('of a creator is possible even if the creator’s own agency is named as well', async () => {
    const both = { user_id: user, client_id: agency };
    const { status, body } = await set({ date: '2026-02-10', ...both, system: 1, ignore_lock: false });
    expect([status, body]).toMatchObject([200, { ...both, system: 1, source: 'user', since: '2026-02-10' }]);
    expect((await read(`client_id=${agency}&date=2026-02-10`)).body).toMatchObject({ source: 'default', since: null });
  });

  it('replaces the setting of the same day', async () => {
    for (const system of [1, 2, 2, 0]) await set({ date: '2026-02-10', client_id: agency, system });
    const { rows } = await application.database.pool.query('SELECT system FROM payment_system_configs');
    expect(rows).toEqual([{ system: 0 }]);
  });

  it('for a closed month is refused, unless the lock is ignored, which is recorded', async () => {
    const body = { date: '2026-01-31', user_id: user, system: 1 };
    const refused = await set(body);
    expect([refused.status, refused.body.error]).toEqual([400, 'period_locked']);
    expect((await set({ ...body, ignore_lock: true })).body).toMatchObject({ system: 1, locked: true });
    const { rows } = await application.database.pool.query(
      'SELECT ignored_lock, created_by FROM payment_system_configs',
    );
    expect(rows).toEqual([{ ignored_lock: true, created_by: cast.ids.admin }]);
  });

  it.each<[string, () => object, string[]]>([
    ['nobody', () => ({ user_id: undefined }), ['user_id']],
    ['another agency’s creator', () => ({ user_id: cast.ids.advertiser, client_id: agency }), ['client_id']],
    ['an unknown user', () => ({ user_id: 999_999 }), ['user_id']],
    ['an unknown client', () => ({ user_id: undefined, client_id: 999_999 }), ['client_id']],
    ['another system', () => ({ system: 3 }), ['system']],
    ['no system', () => ({ system: undefined }), ['system']],
    ['no date', () => ({ date: undefined }), ['date']],
    ['no day', () => ({ date: '2026-02-30' }), ['date']],
    ['an agency that there is not', () => ({ user_id: cast.ids.advertiser, system: 2 }), ['system']],
  ])('for %s is a 422', async (_what, change, fields) => {
    const { status, body } = await set({ date: '2026-02-10', user_id: user, system: 1, ...change() });
    expect([status, Object.keys(body.errors)]).toEqual([422, fields]);
  });

  it('with a key is executed once', async () => {
    const body = { date: '2026-02-10', user_id: user, system: 1 };
    const first = await set(body, 'admin', 'system');
    await set({ ...body, system: 2 });
    const again = await set(body, 'admin', 'system');
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await read(`date=2026-02-10&user_id=${user}`)).body.system).toBe(2);
    expect((await set({ ...body, system: 0 }, 'admin', 'system')).status).toBe(409);
  });

  it('is for administrators, and so is the query', async () => {
    const body = { date: '2026-02-10', user_id: user, system: 1 };
    for (const [role, status] of [
      [null, 401],
      ['creator', 403],
      ['agency', 403],
      ['advertiser', 403],
      ['admin', 200],
    ] as const) {
      expect([role, (await set(body, role)).status]).toEqual([role, status]);
      expect([role, (await read(`user_id=${user}`, role)).status]).toEqual([role, status]);
    }
  });
});
