import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { STORE_MEMBERS_ONLY } from '../../../../tests/harness/cast.ts';
import { silentLog, until } from '../../../../tests/harness/embedded.ts';
import { openSubscription, signBilling } from '../../../../tests/harness/peers/stripe-billing.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { daysAgo, NOW, openBilling } from './billing.fixture.ts';
import { purgeBillingRecords, startBilling } from './settle-billing.ts';

const { application, cast, clock, query, call, aStore } = await openBilling();

const URL = `/v2/stores/${cast.storeId}/billing-sources`;
const STRIPE = `${URL}/stripe`;
const SECRET = 'whsec_0123456789abcdef';
const HOUR_MS = 3_600_000;

describe('The billing sources of a store', () => {
  it('are connected, read, changed and removed, without showing the secret', async () => {
    const unconnected = { source: 'stripe', connected_at: null, last_event: null };
    expect((await call('GET', URL)).body).toMatchObject({ data: [unconnected, { source: 'paddle' }] });
    const { status, body } = await call('PUT', STRIPE, { secret: SECRET });
    const connected = {
      source: 'stripe',
      endpoint: `http://tributary.test/v2/webhooks/billing-sources/stripe/${cast.storeId}`,
      events: expect.arrayContaining(['invoice.paid', 'charge.refunded']),
      trial_kind: null,
      start_kind: null,
      connected_at: NOW.toISOString(),
      previous_secret_until: null,
      last_event: null,
      last_refusal: null,
    };
    expect([status, body]).toEqual([200, connected]);
    const kind = { code: 'trial', name: 'Trial', cpl: { minor: 500, currency: 'SEK' } };
    expect((await call('POST', `/v2/stores/${cast.storeId}/event-kinds`, kind)).status).toBe(201);
    expect((await call('PUT', STRIPE, { trial_kind: 'trial' })).body).toEqual({ ...connected, trial_kind: 'trial' });
    expect((await call('PUT', STRIPE, { secret: SECRET })).body).toEqual({ ...connected, trial_kind: 'trial' });
    expect((await call('PUT', STRIPE, { trial_kind: null })).body).toEqual(connected);
    expect((await call('GET', URL)).body).toMatchObject({
      data: [connected, { source: 'paddle', connected_at: null }],
    });
    expect((await call('DELETE', STRIPE)).status).toBe(204);
    expect((await call('DELETE', STRIPE)).status).toBe(404);
    const audit = await query(
      `SELECT action, details FROM audit_log WHERE action LIKE 'store.billing_source%' AND subject_id = $1 ORDER BY id`,
      [cast.storeId],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'store.billing_source_connected',
      'store.billing_source_changed',
      'store.billing_source_changed',
      'store.billing_source_changed',
      'store.billing_source_removed',
    ]);
    expect(JSON.stringify(audit)).not.toContain(SECRET);
  });

  it.each(STORE_MEMBERS_ONLY)('are read and connected by a caller who is the %s: %i', async (role, status) => {
    expect((await call('GET', URL, undefined, role)).status).toBe(status);
    expect((await call('PUT', STRIPE, { secret: SECRET }, role)).status).toBe(status);
    expect((await call('DELETE', STRIPE, undefined, role)).status).toBe(status === 200 ? 204 : status);
  });

  it('are not read or changed by anonymous callers', async () => {
    for (const [method, url] of [
      ['GET', URL],
      ['PUT', STRIPE],
      ['DELETE', STRIPE],
    ] as const)
      expect((await application.call({ method, url, ...(method === 'PUT' ? { body: {} } : {}) })).status).toBe(401);
  });

  it('are refused with what is wrong', async () => {
    const errorsOf = async (body: unknown, url = STRIPE) => {
      const reply = await call('PUT', url, body);
      return [reply.status, Object.keys(reply.body.errors ?? {})];
    };
    expect(await errorsOf({})).toEqual([422, ['secret']]);
    expect(await errorsOf({ secret: 'short' })).toEqual([422, ['secret']]);
    expect(await errorsOf({ secret: SECRET, overlap_hours: 169 })).toEqual([422, ['overlap_hours']]);
    expect(await errorsOf({ secret: SECRET, trial_kind: 'nothing' })).toEqual([422, ['trial_kind']]);
    expect(await errorsOf({ secret: SECRET, start_kind: 'nothing' })).toEqual([422, ['start_kind']]);
    expect((await call('PUT', `${URL}/chargify`, { secret: SECRET })).status).toBe(422);
    expect((await call('GET', URL)).body).toMatchObject({ data: [{ connected_at: null }, { connected_at: null }] });
  });

  it('take no kind of events of another store', async () => {
    const store = await aStore();
    const kind = { code: 'foreign', name: 'Foreign', cpl: { minor: 500, currency: 'SEK' } };
    expect((await call('POST', store.path('event-kinds'), kind)).status).toBe(201);
    expect((await call('PUT', STRIPE, { secret: SECRET, trial_kind: 'foreign' })).status).toBe(422);
    expect((await call('PUT', store.path('billing-sources/stripe'), { trial_kind: 'foreign' })).status).toBe(200);
  });
});

describe('A secret that is replaced', () => {
  const body = JSON.stringify(openSubscription().created(daysAgo(1)));

  it('is accepted with the new one for the overlap, and then no longer', async () => {
    const store = await aStore();
    const secret = 'whsec_the_second_one';
    const changed = await call('PUT', store.path('billing-sources/stripe'), { secret, overlap_hours: 2 });
    expect(changed.body.previous_secret_until).toBe(new Date(NOW.getTime() + 2 * HOUR_MS).toISOString());
    expect((await store.post(body)).status).toBe(200);
    expect((await store.post(body, { secrets: [secret] })).status).toBe(200);
    clock.now = new Date(NOW.getTime() + 3 * HOUR_MS);
    expect((await store.post(body)).status).toBe(400);
    expect((await store.post(body, { secrets: [secret] })).status).toBe(200);
    expect((await store.source()).previous_secret_until).toBeNull();
    clock.now = NOW;
  });

  it('is refused at once after a leak', async () => {
    const store = await aStore();
    const secret = 'whsec_after_the_leak';
    expect((await store.post(body)).status).toBe(200);
    await call('PUT', store.path('billing-sources/stripe'), { secret, overlap_hours: 0 });
    expect((await store.post(body)).status).toBe(400);
    expect((await store.post(body, { secrets: [secret] })).status).toBe(200);
  });

  it('is refused also when the leak is known later, and the kinds of events remain as they are', async () => {
    const store = await aStore();
    const settings = store.path('billing-sources/stripe');
    await call('POST', store.path('event-kinds'), {
      code: 'trial',
      name: 'Trial',
      cpl: { minor: 100, currency: 'SEK' },
    });
    await call('PUT', settings, { trial_kind: 'trial' });
    const secret = 'whsec_before_the_leak_is_known';
    await call('PUT', settings, { secret });
    expect((await store.post(body)).status).toBe(200);
    const ended = await call('PUT', settings, { overlap_hours: 0 });
    expect(ended.body).toMatchObject({ previous_secret_until: null, trial_kind: 'trial' });
    expect((await store.post(body)).status).toBe(400);
    expect((await store.post(body, { secrets: [secret] })).status).toBe(200);
    expect((await call('PUT', settings, { trial_kind: null })).body.trial_kind).toBeNull();
  });

  it('is encrypted where it is stored', async () => {
    const store = await aStore();
    await call('PUT', store.path('billing-sources/stripe'), { secret: 'whsec_the_second_one' });
    const [row] = await query('SELECT sealed_secret, sealed_previous FROM billing_sources WHERE store_id = $1', [
      store.storeId,
    ]);
    for (const sealed of [row.sealed_secret, row.sealed_previous]) {
      expect(sealed.toString('latin1')).not.toContain('whsec_');
      expect(sealed.length).toBeGreaterThan(20);
    }
  });
});

describe('The events of a billing source', () => {
  const { database } = application;

  it('of the test mode are accepted in a sandbox, whose clock is not that of the source', async () => {
    const store = await aStore();
    const sandbox = await createTestApplication({ database, now: () => NOW, isSandbox: true });
    const event = openSubscription({ isTest: true }).invoice({ at: daysAgo(1) }).events[0]!;
    const payload = JSON.stringify(event);
    const send = async ({ app }: typeof sandbox, secret = store.secret) => {
      const headers = signBilling(payload, { at: daysAgo(3), secrets: [secret] });
      const url = `/v2/webhooks/billing-sources/stripe/${store.storeId}`;
      const reply = await app.inject({ method: 'POST', url, headers, payload });
      return [reply.statusCode, reply.json().outcome];
    };
    expect(await send(application)).toEqual([400, undefined]);
    expect(await send(sandbox, 'whsec_of_somebody_else')).toEqual([400, undefined]);
    expect(await send(sandbox)).toEqual([200, 'kept']);
    expect(await store.orders()).toHaveLength(1);
  });

  it('are settled by the running service when nothing new about the customer arrives', async () => {
    const store = await aStore();
    const someone = openSubscription();
    await store.deliver(...someone.invoice({ at: daysAgo(1) }).events);
    const settling = { now: NOW };
    const context = { db: database.db, now: () => settling.now, log: silentLog() };
    const billing = startBilling(context, { calendar: createCalendar('UTC'), pauseMs: 10 });
    try {
      clock.now = new Date(NOW.getTime() + 8_000);
      await store.deliver(...someone.invoice({ at: NOW }).events);
      clock.now = NOW;
      settling.now = new Date(NOW.getTime() + 20_000);
      await until(async () => (await store.orders()).length === 2);
    } finally {
      await billing.stop();
    }
    expect(await query('SELECT FROM billing_records WHERE NOT is_settled')).toEqual([]);
  });

  it('are forgotten after 800 days', async () => {
    const store = await aStore();
    await store.receive(...openSubscription().invoice({ at: daysAgo(1) }).events);
    const count = async () => (await query('SELECT count(*) AS n FROM billing_records'))[0].n;
    const before = await count();
    expect(await purgeBillingRecords({ db: database.db, now: () => daysAgo(-798) })).toBe(0);
    expect(await purgeBillingRecords({ db: database.db, now: () => daysAgo(-900) })).toBe(before);
    expect([await count(), (await store.orders()).length]).toEqual([0, 1]);
  });
});
