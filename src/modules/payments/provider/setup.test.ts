import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { type Cast, createCast } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { openStripe } from '../../../../tests/harness/peers/stripe.ts';
import { createPaymentProvider } from '../../../platform/payment-provider/create-provider.ts';
import type { HostedPaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';

const NOON = new Date('2026-03-15T12:00:00Z');
let now = NOON;
/** Two applications with the same database: one with Stripe, one without. */
/** Releases the first answer of the provider, which is held back until then. */
let letGo: () => void;
let heldBack: Promise<void>;
const stripe = await openStripe(afterThisFile);
const withStripe = await createTestApplication({
  now: () => now,
  paymentProvider: stripeProvider(stripe.settings),
});
const cast = await createCast(withStripe);
const manual = await createTestApplication({
  now: () => now,
  database: withStripe.database,
  paymentProvider: await createPaymentProvider(null),
});
const slow = await createTestApplication({
  now: () => now,
  database: withStripe.database,
  paymentProvider: heldBackOnce(stripeProvider(stripe.settings)),
});

function heldBackOnce(provider: HostedPaymentProvider): HostedPaymentProvider {
  let isHeld: () => void;
  heldBack = new Promise((resolve) => {
    isHeld = resolve;
  });
  let gate: Promise<void> | null = new Promise((resolve) => {
    letGo = resolve;
  });
  return {
    ...provider,
    async newestSetup(customerId) {
      const answer = await provider.newestSetup(customerId);
      const held = gate;
      gate = null;
      isHeld();
      await held;
      return answer;
    },
  };
}
beforeEach(() => {
  now = NOON;
});

type Who = keyof Cast['tokens'] | null;
interface CallOptions {
  as?: Who;
  at?: TestApplication;
  body?: unknown;
}
const call = (method: 'GET' | 'POST' | 'PUT', url: string, { as = 'admin', at = withStripe, body }: CallOptions = {}) =>
  at.call({ method, url, body, ...(as === null ? {} : { as: cast.tokens[as] }) });
const read = (storeId: number, how?: CallOptions) => call('GET', `/v2/advertisers/${storeId}/payment-setup`, how);
const set = (storeId: number, setupId: unknown, how?: CallOptions) =>
  call('POST', `/v2/advertisers/${storeId}/payment-setup`, { body: { payment_setup_id: setupId }, ...how });
const refresh = (storeId: number, how?: CallOptions) => call('PUT', `/v2/stores/${storeId}/payment`, how);
const openSession = (storeId: number, how?: CallOptions) =>
  call('GET', `/advertiser/${storeId}/payment-provider/session`, how);

/** A store that only the administrator can access, with an open session at Stripe. */
async function storeInSession(): Promise<{ storeId: number; session: string; customerId: string }> {
  const storeId = await withStripe.market.store();
  const { body } = await openSession(storeId);
  const { rows } = await withStripe.database.pool.query('SELECT customer_id FROM payment_setups WHERE store_id = $1', [
    storeId,
  ]);
  return { storeId, session: body.session_id, customerId: rows[0].customer_id };
}
const auditOf = async (storeId: number) =>
  (
    await withStripe.database.pool.query(
      `SELECT actor_id, action, details FROM audit_log WHERE subject_id = $1 AND action LIKE 'store.payment%' ORDER BY id`,
      [storeId],
    )
  ).rows;

const NONE = { provider: 'stripe', payment_setup_id: null, set_at: null, payment_method: null };
const CARD = { type: 'card', brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2031 };
const SETI = expect.stringMatching(/^seti_\w+$/);

const ROUTES: [method: 'GET' | 'POST' | 'PUT', url: (store: number | string) => string][] = [
  ['GET', (store) => `/v2/advertisers/${store}/payment-setup`],
  ['POST', (store) => `/v2/advertisers/${store}/payment-setup`],
  ['PUT', (store) => `/v2/stores/${store}/payment`],
  ['GET', (store) => `/advertiser/${store}/payment-provider/session`],
];

describe.each(ROUTES)('%s of a store’s payment', (method, urlOf) => {
  it('is for members of the store and administrators, for any input', async () => {
    const ask = (store: number | string, as: Who) =>
      call(method, urlOf(store), { as, ...(method === 'POST' ? { body: { payment_setup_id: 5 } } : {}) });
    expect((await ask(cast.storeId, null)).status).toBe(401);
    for (const as of ['creator', 'agency', 'otherAdvertiser', 'otherCreator', 'otherAgency'] as const) {
      expect((await ask(cast.storeId, as)).status).toBe(403);
    }
    for (const store of [999_999, 'x', 0]) {
      const reply = await ask(store, 'admin');
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for store.']);
    }
    const hidden = await withStripe.market.store({ hidden: true });
    expect((await ask(hidden, 'advertiser')).status).toBe(404);
    expect((await ask(cast.storeId, 'advertiser')).status).toBe(method === 'POST' ? 422 : 200);
  });
});

describe('With Stripe', () => {
  it('a store sets up its payment method on a page of the provider, and pays with it', async () => {
    const { storeId, session, customerId } = await storeInSession();
    const opened = (await openSession(storeId)).body;
    expect(opened).toEqual({
      provider: 'stripe',
      url: 'https://checkout.stripe.example/c/pay',
      instructions: null,
      session_id: expect.stringMatching(/^cs_test_/),
      expires_at: '2026-09-22T14:13:20.000Z',
    });
    expect(stripe.customers.get(customerId)?.metadata).toEqual({ tributary: `store-${storeId}` });
    expect((await refresh(storeId)).body).toEqual(NONE);
    stripe.complete(session);
    expect((await read(storeId)).body).toEqual(NONE);
    const holds = { provider: 'stripe', payment_setup_id: SETI, set_at: NOON.toISOString(), payment_method: CARD };
    expect(await refresh(storeId)).toMatchObject({ status: 200, body: holds });
    now = new Date('2026-03-16T12:00:00Z');
    expect((await refresh(storeId)).body).toEqual(holds);
    expect((await read(storeId)).body).toEqual(holds);
    expect(await auditOf(storeId)).toEqual([
      { actor_id: cast.ids.admin, action: 'store.payment_setup_set', details: { provider: 'stripe', replaced: false } },
    ]);
  });

  it.each(['session', 'set-up'])('the id of the %s that was completed may be set', async (which) => {
    const { storeId, session } = await storeInSession();
    expect((await set(storeId, session)).body).toMatchObject({ error: 'payment_setup_incomplete' });
    stripe.complete(session);
    const setup = [...stripe.setups.values()].at(-1)!;
    const reply = await set(storeId, which === 'session' ? session : setup.id);
    expect(reply).toMatchObject({ status: 200, body: { payment_setup_id: setup.id, payment_method: CARD } });
    expect((await read(storeId)).body).toEqual(reply.body);
  });

  it('a setup of another store, or an empty, outdated or revoked one, is refused', async () => {
    const [mine, other] = [await storeInSession(), await storeInSession()];
    stripe.complete(other.session);
    const unreportedStore = await withStripe.market.store();
    for (const [storeId, setupId] of [
      [mine.storeId, other.session],
      [unreportedStore, other.session],
      [mine.storeId, 'seti_unknown'],
      [mine.storeId, '../customers'],
      [mine.storeId, 'åäö'],
    ] as const) {
      expect(await set(storeId, setupId)).toMatchObject({ status: 400, body: { error: 'payment_setup_unknown' } });
    }
    const newer = (await openSession(mine.storeId)).body.session_id;
    stripe.complete(mine.session);
    const method = stripe.complete(newer);
    expect((await set(mine.storeId, mine.session)).body).toMatchObject({ error: 'payment_setup_outdated' });
    stripe.detach(method.id);
    expect((await set(mine.storeId, newer)).body).toMatchObject({ error: 'payment_setup_outdated' });
    expect((await set(mine.storeId, mine.session)).status).toBe(200);
    expect((await read(other.storeId)).body).toEqual(NONE);
  });

  it('a method that is revoked at the provider is no longer valid', async () => {
    const { storeId, session } = await storeInSession();
    const method = stripe.complete(session);
    await refresh(storeId);
    stripe.detach(method.id);
    expect((await refresh(storeId)).body).toEqual(NONE);
    expect((await auditOf(storeId)).map(({ action }) => action)).toEqual([
      'store.payment_setup_set',
      'store.payment_setup_removed',
    ]);
  });

  it('a store is created at the provider once, also with concurrent requests', async () => {
    const storeId = await withStripe.market.store();
    const replies = await Promise.all(Array.from({ length: 10 }, () => openSession(storeId)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const ofStore = [...stripe.customers.values()].filter(
      ({ metadata }) => metadata['tributary'] === `store-${storeId}`,
    );
    expect(ofStore).toHaveLength(1);
  });

  it('a store that the provider does not know is created again', async () => {
    const { storeId, session, customerId } = await storeInSession();
    stripe.complete(session);
    await refresh(storeId);
    stripe.deleteCustomer(customerId);
    const opened = await openSession(storeId);
    expect(opened.status).toBe(200);
    expect((await read(storeId)).body).toEqual(NONE);
    stripe.complete(opened.body.session_id);
    expect((await refresh(storeId)).body).toMatchObject({ payment_method: CARD });
  });

  it('all concurrent requests receive a reply, with the provider’s state', async () => {
    const { storeId, session } = await storeInSession();
    stripe.complete(session);
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(storeId)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.payment_method?.last4}`))).toEqual(
      new Set(['200 4242']),
    );
    expect(await auditOf(storeId)).toHaveLength(1);
  });

  it('a reply is queried again if a later one was stored in the meantime', async () => {
    const { storeId, session } = await storeInSession();
    const { id: method } = stripe.complete(session);
    const late = refresh(storeId, { at: slow });
    await heldBack;
    stripe.detach(method);
    expect((await refresh(storeId)).body).toEqual(NONE);
    letGo();
    expect((await late).body).toEqual(NONE);
    expect(await auditOf(storeId)).toEqual([]);
  });

  it('that is unavailable makes every dependent request a 503, and nothing is partly written', async () => {
    const { storeId, session } = await storeInSession();
    stripe.complete(session);
    await refresh(storeId);
    const { body: before } = await read(storeId);
    const fresh = await withStripe.market.store();
    const asks = [
      () => openSession(storeId),
      () => openSession(fresh),
      () => refresh(storeId),
      () => set(storeId, session),
    ];
    for (const ask of asks) {
      for (let times = 0; times < 2; times++) stripe.failNext('hang up');
      const reply = await ask();
      expect([reply.status, reply.body]).toEqual([
        503,
        { status: 503, error: 'unavailable', message: 'The payment provider does not answer.' },
      ]);
    }
    expect((await read(storeId)).body).toEqual(before);
    expect((await openSession(fresh)).status).toBe(200);
  });
});

describe('Without Stripe', () => {
  const at = () => ({ at: manual });

  it('a store pays by invoice, and may store any setup id', async () => {
    const storeId = await manual.market.store();
    const session = (await openSession(storeId, at())).body;
    expect(session).toEqual({
      provider: 'manual',
      session_id: `invoice-store-${storeId}`,
      url: null,
      expires_at: null,
      instructions: expect.stringContaining('invoice'),
    });
    const none = { ...NONE, provider: 'manual' };
    expect((await read(storeId, at())).body).toEqual(none);
    expect((await refresh(storeId, at())).body).toEqual(none);
    const noted = { ...none, payment_setup_id: session.session_id, set_at: NOON.toISOString() };
    expect(await set(storeId, session.session_id, at())).toMatchObject({ status: 200, body: noted });
    now = new Date('2026-03-16T12:00:00Z');
    expect((await refresh(storeId, at())).body).toEqual(noted);
    await set(storeId, 'another', at());
    expect((await read(storeId, at())).body).toEqual({
      ...noted,
      payment_setup_id: 'another',
      set_at: now.toISOString(),
    });
    expect(await auditOf(storeId)).toMatchObject([{ details: { replaced: false } }, { details: { replaced: true } }]);
  });

  it('a setup at one provider is not valid at the other', async () => {
    const storeId = await manual.market.store();
    await set(storeId, 'by invoice?'.replaceAll(' ', '-'), at());
    expect((await read(storeId)).body).toEqual(NONE);
    const { body } = await openSession(storeId);
    stripe.complete(body.session_id);
    await refresh(storeId);
    expect((await read(storeId, at())).body).toMatchObject({ payment_setup_id: 'by-invoice?', payment_method: null });
  });

  it.each(['a', 'x'.repeat(255), 'seti_åäö-👩'])('accepts the set-up %s', async (id) => {
    const reply = await set(cast.storeId, id, { ...at(), as: 'advertiser' });
    expect(reply).toMatchObject({ status: 200, body: { payment_setup_id: id } });
  });

  const FORM = ['must be 1 to 255 characters without white space'];
  it.each([
    [{}, { payment_setup_id: ['is required'] }],
    [{ payment_setup_id: null }, { payment_setup_id: FORM }],
    [{ payment_setup_id: 5 }, { payment_setup_id: FORM }],
    [{ payment_setup_id: '' }, { payment_setup_id: FORM }],
    [{ payment_setup_id: ' ' }, { payment_setup_id: FORM }],
    [{ payment_setup_id: 'a b' }, { payment_setup_id: FORM }],
    [{ payment_setup_id: 'x'.repeat(256) }, { payment_setup_id: FORM }],
    [{ payment_setup_id: 'x', more: 1 }, { more: ['is not a known field'] }],
  ])('refuses the set-up %j', async (body, errors) => {
    const before = (await read(cast.storeId, at())).body;
    const reply = await call('POST', `/v2/advertisers/${cast.storeId}/payment-setup`, { ...at(), body });
    expect(reply).toMatchObject({ status: 422, body: { errors } });
    expect((await read(cast.storeId, at())).body).toEqual(before);
  });
});

describe('The page that Stripe leads back to', () => {
  it('is public, and shows no personal data', async () => {
    const { statusCode, headers } = await withStripe.app.inject('/payment-setup?session_id=cs_1');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
