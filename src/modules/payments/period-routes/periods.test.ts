import { describe, expect, it } from 'vitest';
import { createTestApplication, TEST_COMPANY } from '../../../../tests/harness/application.ts';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { closeGate } from '../../../../tests/harness/gate.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { createPeriodCloser } from './close-job.ts';

const APRIL = new Date('2026-04-10T08:00:00Z');
const { application, cast } = await createClosedMarket({ now: () => APRIL });

const url = '/v2/payments/periods';
const get = (path = '', role: Role | null = 'admin') =>
  application.call({ url: url + path, ...(role === null ? {} : { as: cast.tokens[role] }) });
const close = (month: string, role: Role | null = 'admin') =>
  application.call({
    method: 'POST',
    url: `${url}/${month}/close`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const doJobs = (now = APRIL) => {
  const { db } = application.database;
  const deps = { calendar: createCalendar('UTC'), company: TEST_COMPANY };
  const closer = createPeriodCloser({ db, progressDb: db, now: () => now, ...deps });
  return runWaitingJobs(application.database, [closer]);
};

describe('Payment periods', () => {
  it('are all months since the first amount, with the totals of their invoices', async () => {
    const { status, body } = await get();
    expect([status, body.data.map(({ month }: { month: string }) => month)]).toEqual([
      200,
      ['2026-04', '2026-03', '2026-02', '2026-01'],
    ]);
    expect(body.data[0]).toEqual({ month: '2026-04', closed_at: null, closed_by: null, sums: [] });
    expect(body.data[3]).toMatchObject({ closed_at: '2026-02-03T08:00:00.000Z', closed_by: null });
    const money = (amount: string, currency: string) => ({ amount, currency });
    expect(body.data[3].sums).toContainEqual({
      kind: 'store',
      currency: 'SEK',
      invoices: 1,
      net: money('362.00', 'SEK'),
      vat: money('90.50', 'SEK'),
      total: money('452.50', 'SEK'),
      paid_invoices: 0,
      paid: money('0.00', 'SEK'),
    });
    expect(body.data[3].sums.map(({ kind, currency }: Record<string, string>) => `${kind} ${currency}`)).toEqual([
      'store EUR',
      'store SEK',
      'creator EUR',
      'creator SEK',
      'client EUR',
      'client SEK',
    ]);
  });

  it('are listed in pages', async () => {
    const { body } = await get('?size=2&page=2');
    expect([body.data.map(({ month }: { month: string }) => month), body.meta.total]).toEqual([
      ['2026-02', '2026-01'],
      4,
    ]);
  });

  it('can be read one by one', async () => {
    expect((await get('/2026-01')).body).toMatchObject({ month: '2026-01', invoices: 8, closing: null });
    expect((await get('/2031-05')).body).toMatchObject({ closed_at: null, invoices: 0, closing: null });
  });

  it.each(['2026-13', '2026-1', '0026-01', 'x'])('are months, not %s', async (month) => {
    for (const { status, body } of [await get(`/${month}`), await close(month)])
      expect([status, body.errors]).toEqual([422, { month: ['must be a month such as 2030-01'] }]);
  });

  it('are for administrators', async () => {
    for (const [role, statuses] of [
      [null, [401, 401, 401]],
      ['agency', [403, 403, 403]],
      ['advertiser', [403, 403, 403]],
    ] as const) {
      const replies = [await get('', role), await get('/2026-01', role), await close('2026-01', role)];
      expect(replies.map(({ status }) => status)).toEqual(statuses);
    }
  });
});

describe('Closing a payment period', () => {
  it('is done by a job, once for repeated requests', async () => {
    for (const _ of [1, 2]) {
      const { status, body } = await close('2026-02');
      expect([status, body.closed_at, body.closing]).toEqual([
        202,
        null,
        { state: 'waiting', last_error: null, progress: null },
      ]);
    }
    await doJobs();
    const { body } = await get('/2026-02');
    expect(body).toMatchObject({ closed_at: APRIL.toISOString(), closed_by: cast.ids.admin, closing: null });
    expect((await close('2026-02')).status).toBe(200);
    const { rows } = await application.database.pool.query(
      "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'close_period'",
    );
    expect(rows).toHaveLength(0);
  });

  it('is refused while the month is not over, or an earlier one is open', async () => {
    const open = await close('2026-04');
    expect([open.status, open.body.error]).toEqual([400, 'period_open']);
    const early = await createTestApplication({
      now: () => new Date('2026-05-02T00:00:00Z'),
      database: application.database,
    });
    const refused = await early.call({ method: 'POST', url: `${url}/2026-04/close`, as: cast.tokens.admin });
    expect([refused.status, refused.body.error]).toEqual([400, 'earlier_period_open']);
    expect(refused.body.message).toContain('2026-03');
  });

  it('that failed has a reason, and can be requested again', async () => {
    expect((await close('2026-03')).status).toBe(202);
    // Simulates that the clock of the closing process is slow.
    await expect(doJobs(new Date('2026-03-20T00:00:00Z'))).rejects.toThrow('period_open');
    expect((await get('/2026-03')).body.closing).toEqual({
      state: 'failed',
      last_error: 'period_open: The month 2026-03 is not over.',
      progress: null,
    });
    expect((await close('2026-03')).body.closing).toEqual({ state: 'waiting', last_error: null, progress: null });
    await doJobs();
    expect((await get('/2026-03')).body).toMatchObject({ closed_at: APRIL.toISOString(), closing: null });
  });

  it('shows its step while it runs, and makes no click wait for it', async () => {
    const { pool } = application.database;
    const { storeId, ids } = cast;
    await pool.query(
      `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment) VALUES ($1, $2, 700, 'SEK', '2026-04-20', 'Film')`,
      [storeId, ids.creator],
    );
    const campaign = await application.market.campaign({ storeId, active: false });
    const { rows: made } = await pool.query(
      `INSERT INTO participants (campaign_id, user_id, status, payment_amount_minor) VALUES ($1, $2, 'done', 900) RETURNING id`,
      [campaign, ids.creator],
    );
    await pool.query(
      `INSERT INTO activities (participant_id, actor_id, type, new_status, created_at) VALUES ($1, $2, 'STATUS_CHANGE', 'done', '2026-04-21T10:00:00Z')`,
      [made[0].id, ids.creator],
    );
    const may = new Date('2026-05-02T08:00:00Z');
    const later = await createTestApplication({ now: () => may, database: application.database });
    await later.call({ method: 'POST', url: `${url}/2026-04/close`, as: cast.tokens.admin });
    const gate = await closeGate(application, 'UPDATE ON payment_periods');
    const done = doJobs(may);
    await gate.untilWaiting(1);
    const { body } = await get('/2026-04');
    await pool.query('SELECT FROM store_credit FOR NO KEY UPDATE NOWAIT');
    await pool.query('SELECT FROM link_days FOR NO KEY UPDATE NOWAIT');
    await gate.open();
    await done;
    expect(body.closing).toEqual({
      state: 'waiting',
      last_error: null,
      progress: { step: 'notices', rows: 3, started_at: may.toISOString(), updated_at: may.toISOString() },
    });
    const { rows } = await pool.query('SELECT FROM closing_progress');
    expect([(await get('/2026-04')).body.closing, rows.length]).toEqual([null, 0]);
  });
});
