import { describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { createCast, type Role } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { createClosedMonth } from '../../../../tests/harness/closed-month.ts';
import { openStripe } from '../../../../tests/harness/peers/stripe.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';

const MARCH = new Date('2026-03-10T08:00:00Z');
const stripe = await openStripe(afterThisFile);
const application = await createTestApplication({ now: () => MARCH });
/** Another application with the same database. */
const withStripe = await createTestApplication({
  now: () => MARCH,
  database: application.database,
  paymentProvider: stripeProvider(stripe.settings),
});
const cast = await createCast(application);
const month = await createClosedMonth(application, cast);

const get = (path: string, role: Role | null = 'admin') =>
  application.call({ url: `/v2/admin/${path}`, ...(role === null ? {} : { as: cast.tokens[role] }) });
const query = (text: string, values: unknown[] = []) => application.database.pool.query(text, values);

it.each(['overview', 'stores', 'invoices', 'receivables', 'system'])(
  'GET /v2/admin/%s is for administrators',
  async (path) => {
    for (const [role, status] of [
      [null, 401],
      ['agency', 403],
      ['advertiser', 403],
      ['creator', 403],
      ['admin', 200],
    ] as const)
      expect((await get(path, role)).status).toBe(status);
  },
);

describe('Receivables', () => {
  it('are the open invoices of stores by currency and age', async () => {
    const due = (days: number) => new Date(MARCH.getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const read = async () =>
      (await get('receivables')).body.find(({ currency }: { currency: string }) => currency === 'SEK');
    const { rows } = await query("SELECT id, total_minor FROM invoices WHERE kind = 'store' AND currency = 'SEK'");
    const total = rows.reduce((sum, { total_minor: minor }) => sum + minor, 0);
    for (const [days, age] of [
      [0, 'not_due'],
      [1, 'days_1_30'],
      [30, 'days_1_30'],
      [31, 'days_31_60'],
      [90, 'days_61_90'],
      [91, 'over_90'],
    ] as const) {
      await query("UPDATE invoices SET payment_date = $1 WHERE kind = 'store' AND currency = 'SEK'", [due(days)]);
      const { ages, ...all } = await read();
      expect(all).toMatchObject({ invoices: rows.length, total: { amount: (total / 100).toFixed(2) } });
      expect(ages).toHaveLength(5);
      for (const one of ages)
        expect([days, one.age, one.invoices]).toEqual([days, one.age, one.age === age ? rows.length : 0]);
    }
    await query("UPDATE invoices SET paid_at = now() WHERE kind = 'store' AND currency = 'SEK'");
    expect(await read()).toBeUndefined();
    await query("UPDATE invoices SET paid_at = NULL WHERE kind = 'store' AND currency = 'SEK'");
  });
});

describe('The overview', () => {
  it('adds up the marketplace in one currency, with the remainder for the platform', async () => {
    await query(`UPDATE exchange_rates SET units_per_eur = 10 WHERE currency = 'SEK'`);
    const { body } = await get('overview?from=2026-01-01&to=2026-01-31&currency=SEK');
    const { rows } = await query(`
      SELECT sum((d.cost_minor + d.order_cost_minor) * f)::bigint AS cost, sum((d.user_minor + d.order_user_minor) * f)::bigint AS creators,
        sum((d.agency_minor + d.order_agency_minor) * f)::bigint AS agencies, sum(d.clicks)::int AS clicks, sum(d.orders)::int AS orders,
        sum(d.order_minor * f)::bigint AS value
      FROM store_days d JOIN stores s ON s.id = d.store_id, LATERAL (SELECT CASE s.currency WHEN 'EUR' THEN 10 ELSE 1 END AS f) x`);
    const sek = (minor: number) => ({ amount: (minor / 100).toFixed(2), currency: 'SEK' });
    const { cost, creators, agencies, clicks, orders, value } = rows[0];
    expect(cost).toBeGreaterThan(creators);
    expect(body.figures).toEqual({
      clicks,
      orders,
      order_value: sek(value),
      cost: sek(cost),
      creators: sek(creators),
      agencies: sek(agencies),
      platform: sek(cost - creators - agencies),
    });
    expect([clicks, orders]).toEqual([6, 1]);
    expect(body.days).toHaveLength(31);
    expect(body.days[9]).toMatchObject({ day: '2026-01-10', clicks: 6 });
    expect(body.before).toMatchObject({ from: '2025-12-01', to: '2025-12-31', clicks: 0 });
  });

  it('compares with the previous period of the same length', async () => {
    const { body } = await get('overview?from=2026-01-11&to=2026-01-20');
    expect([body.figures.clicks, body.before.clicks, body.figures.orders]).toEqual([0, 6, 1]);
  });

  it('refuses invalid days and currencies', async () => {
    expect((await get('overview?from=2026-02-01&to=2026-01-01')).status).toBe(422);
    // FXQ has the form of a currency code, and on days without trade there is nothing to convert.
    for (const query of ['currency=kr', 'currency=FXQ', 'currency=FXQ&to=2024-02-29']) {
      const { status, body } = await get(`overview?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ['currency']]);
    }
    const { status, body } = await get('overview?from=2026-01-01&to=2026-01-31&currency=XAF');
    expect([status, body.error]).toEqual([400, 'no_exchange_rate']);
  });
});

describe('The list of all stores', () => {
  it('shows the setup of each, and filters by state', async () => {
    const { body } = await get(`stores?query=${cast.otherDomain}`);
    expect(body.data).toMatchObject([
      {
        id: cast.otherStoreId,
        domains: expect.arrayContaining([cast.otherDomain]),
        hidden: false,
        currency: 'EUR',
        members: 1,
      },
    ]);
    const states = async (state: string) =>
      (await get(`stores?state=${state}`)).body.data.map(({ id }: { id: number }) => id);
    await query(`INSERT INTO payment_setups (store_id, provider, setup_id, set_at) VALUES ($1, 'manual', 'x', now())`, [
      cast.storeId,
    ]);
    expect(await states('incomplete')).toEqual([cast.storeId, cast.otherStoreId]);
    await query(
      `INSERT INTO order_collectors (store_id, collector, last_seen_at) VALUES ($1, 'server', now())
       ON CONFLICT (store_id, collector) DO UPDATE SET last_seen_at = now()`,
      [cast.storeId],
    );
    expect(await states('incomplete')).toEqual([cast.otherStoreId]);
    const payments = async (on: TestApplication) =>
      (await on.call({ url: '/v2/admin/stores', as: cast.tokens.admin })).body.data.map(
        (one: { has_payment_setup: boolean }) => one.has_payment_setup,
      );
    // The other store has no payment set-up, which counts as missing only if it is required.
    expect([await payments(application), await payments(withStripe)]).toEqual([
      [true, true],
      [true, false],
    ]);
    await query('UPDATE stores SET hidden = true WHERE id = $1', [cast.otherStoreId]);
    expect([await states('open'), await states('hidden')]).toEqual([[cast.storeId], [cast.otherStoreId]]);
    await query('UPDATE stores SET deactivated_at = now() WHERE id = $1', [cast.otherStoreId]);
    expect([await states('hidden'), await states('deactivated')]).toEqual([[], [cast.otherStoreId]]);
  });

  it('finds the stores with orders that wait for a decision', async () => {
    const states = async () => (await get('stores?state=disputed')).body.data.map(({ id }: { id: number }) => id);
    expect(await states()).toEqual([]);
    const report = await application.call({
      method: 'POST',
      url: `/v2/stores/${cast.storeId}/orders`,
      as: cast.tokens.admin,
      body: { order_id: 'D-1', order_value: '100.00' },
    });
    expect(report.status).toBe(201);
    expect(await states()).toEqual([]);
    await query(`UPDATE orders SET unattributed_reason = 'disputed' WHERE id = $1`, [report.body.id]);
    expect(await states()).toEqual([cast.storeId]);
    const denied = await application.call({
      method: 'PATCH',
      url: `/v2/stores/${cast.storeId}/orders/${report.body.id}`,
      as: cast.tokens.admin,
      body: { status: 'denied' },
    });
    expect([denied.status, await states()]).toEqual([200, []]);
  });

  it('is sorted, in pages, and refuses other states', async () => {
    const { body } = await get('stores?sort_by=name:desc&size=1');
    expect([body.data.length, body.meta.total]).toEqual([1, 2]);
    expect((await get('stores?state=sold')).body.errors).toHaveProperty('state');
  });
});

describe('The list of all invoices', () => {
  const numbers = async (search: string) =>
    (await get(`invoices?${search}`)).body.data.map(({ number }: { number: string }) => number);

  it('finds them by number, party, kind, month and state', async () => {
    expect(await numbers(`query=${month.store.number}`)).toEqual([month.store.number]);
    expect(await numbers('query=gr%C3%B6%C3%9Fe')).toEqual([month.otherStore.number]);
    expect(await numbers('kind=store&sort_by=number:asc')).toEqual(
      [month.store.number, month.otherStore.number].sort(),
    );
    expect(await numbers('month=2026-02')).toEqual([]);
    await query('UPDATE invoices SET paid_at = now() WHERE id = $1', [month.store.id]);
    expect(await numbers('state=paid')).toEqual([month.store.number]);
    expect(await numbers('state=overdue')).not.toContain(month.store.number);
    expect((await numbers('state=overdue')).sort()).toEqual((await numbers('state=unpaid')).sort());
    expect((await get('invoices?state=late')).status).toBe(422);
  });

  it('names the owner and the amount of each', async () => {
    const { body } = await get(`invoices?query=${month.otherStore.number}`);
    expect(body.data[0]).toMatchObject({
      kind: 'store',
      month: '2026-01',
      party_id: cast.otherStoreId,
      party_name: 'Größe & Maß GmbH',
      total: { amount: (month.otherStore.total_minor / 100).toFixed(2), currency: 'EUR' },
    });
  });
});

describe('People', () => {
  it('are filtered by kind and state', async () => {
    const ids = async (search: string) =>
      (await get(`users?size=100&${search}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await ids('role=admin')).toEqual([cast.ids.admin]);
    expect(await ids('role=advertiser')).toEqual([cast.ids.advertiser, cast.ids.otherAdvertiser]);
    expect(await ids('role=agency')).toEqual([cast.ids.agency, cast.ids.otherAgency]);
    expect(await ids('role=creator')).toEqual([cast.ids.creator, cast.ids.otherCreator]);
    await query('UPDATE users SET is_verified = true, suspended_at = CASE WHEN id = $1 THEN now() END', [
      cast.ids.otherCreator,
    ]);
    expect(await ids('state=suspended')).toEqual([cast.ids.otherCreator]);
    expect(await ids('state=active&role=creator')).toEqual([cast.ids.creator]);
    expect((await get('users?role=king')).body.errors).toHaveProperty('role');
  });
});

describe('The system', () => {
  it('reports its process, database, clicks and jobs', async () => {
    await query(
      `SELECT graphile_worker.add_job('close_period', '{"month":"2026-02"}', job_key => 'one', max_attempts => 1)`,
    );
    await query(
      `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'no such month' WHERE key = 'one'`,
    );
    // The figures change asynchronously after the changes above; they must not change between the reply and the comparison.
    await application.live.refresh(cast.otherStoreId);
    const { body } = await get('system');
    expect(body).toMatchObject({
      url_index: { stores: application.live.index.size },
      click_log: { database_unavailable: false, waiting: 0 },
      jobs: {
        failed: 1,
        troubled: [{ kind: 'close_period', state: 'failed', last_error: 'no such month', attempts: 1 }],
      },
    });
    expect(body.process.requests).toBeGreaterThan(10);
    expect(body.process.memory_bytes).toBeGreaterThan(10_000_000);
    expect(body.database.version).toMatch(/^\d+/);
    expect(body.database.size_bytes).toBeGreaterThan(1_000_000);
  });
});
