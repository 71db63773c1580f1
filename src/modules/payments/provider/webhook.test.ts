import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import { openStripe, type SentEvent } from '../../../../tests/harness/peers/stripe.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';

let now = new Date('2026-03-15T12:00:00Z');
const stripe = await openStripe(afterThisFile);
const { application, cast } = await createPopulatedApplication({
  now: () => now,
  paymentProvider: stripeProvider(stripe.settings),
});

const query = (text: string, values: unknown[] = []) => application.database.pool.query(text, values);
const send = async ({ body, headers }: SentEvent, to = application) => {
  const reply = await to.app.inject({ method: 'POST', url: '/v2/webhooks/payment-provider', headers, payload: body });
  return { status: reply.statusCode, body: reply.json() };
};
const setupOf = async (storeId: number) => {
  const url = `/v2/advertisers/${storeId}/payment-setup`;
  return (await application.call({ url, as: cast.tokens.admin })).body;
};
const sessionOf = async (storeId: number): Promise<string> => {
  const url = `/advertiser/${storeId}/payment-provider/session`;
  return (await application.call({ url, as: cast.tokens.admin })).body.session_id;
};
const customerOf = async (storeId: number): Promise<string> =>
  (await query('SELECT customer_id FROM payment_setups WHERE store_id = $1', [storeId])).rows[0].customer_id;
const actionsOf = async (storeId: number) =>
  (
    await query(
      `SELECT actor_id, action FROM audit_log WHERE subject_id = $1 AND action LIKE 'store.payment%' ORDER BY id`,
      [storeId],
    )
  ).rows;

async function storeWithSession() {
  const storeId = await application.market.store();
  const session = await sessionOf(storeId);
  return { storeId, session, customer: await customerOf(storeId) };
}
const completed = (session: string, customer: string, id?: string) =>
  stripe.event('checkout.session.completed', { id: session, customer }, { at: now, ...(id ? { id } : {}) });
const detached = (methodId: string, customer: string) =>
  stripe.event('payment_method.detached', { id: methodId, customer: null }, { at: now, previous: { customer } });

const RECEIVED = { status: 200, body: { received: true } };
const REFUSED = { status: 400, body: { error: 'bad_signature' } };

describe('An event of the payment provider', () => {
  it('reports that a setup is complete, and that its method was removed', async () => {
    const { storeId, session, customer } = await storeWithSession();
    const method = stripe.complete(session);
    expect(await send(completed(session, customer))).toEqual(RECEIVED);
    expect(await setupOf(storeId)).toMatchObject({
      payment_setup_id: expect.stringMatching(/^seti_/),
      set_at: now.toISOString(),
      payment_method: { last4: '4242' },
    });
    stripe.detach(method.id);
    expect(await send(detached(method.id, customer))).toEqual(RECEIVED);
    expect(await setupOf(storeId)).toMatchObject({ payment_setup_id: null, set_at: null, payment_method: null });
    expect(await actionsOf(storeId)).toEqual([
      { actor_id: null, action: 'store.payment_setup_set' },
      { actor_id: null, action: 'store.payment_setup_removed' },
    ]);
  });

  it('that names only a method finds its store by the method', async () => {
    const { storeId, session, customer } = await storeWithSession();
    const method = stripe.complete(session);
    await send(completed(session, customer));
    stripe.detach(method.id);
    await send(stripe.event('payment_method.detached', { id: method.id, customer: null }, { at: now }));
    expect(await setupOf(storeId)).toMatchObject({ payment_setup_id: null });
  });

  it('that reports a deleted customer ends the payment setup', async () => {
    const { storeId, session, customer } = await storeWithSession();
    stripe.complete(session);
    await send(completed(session, customer));
    stripe.deleteCustomer(customer);
    await send(stripe.event('customer.deleted', { id: customer }, { at: now }));
    expect(await setupOf(storeId)).toMatchObject({ payment_setup_id: null });
  });

  it('is processed once, also when it is repeated, concurrently and by two processes', async () => {
    const other = await createTestApplication({
      now: () => now,
      database: application.database,
      paymentProvider: stripeProvider(stripe.settings),
    });
    const { storeId, session, customer } = await storeWithSession();
    stripe.complete(session);
    const event = completed(session, customer, 'evt_repeated');
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => send(event, i % 2 ? other : application)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const asked = stripe.requests.length;
    expect(await send(event)).toEqual(RECEIVED);
    expect(stripe.requests.length).toBe(asked);
    expect(await actionsOf(storeId)).toHaveLength(1);
    expect((await query(`SELECT FROM payment_events WHERE event_id = 'evt_repeated'`)).rowCount).toBe(1);
  });

  it('arrive in any order, late or twice: the state at the provider applies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('complete', 'detach newest', 'detach oldest'), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.nat(1_000)),
        async (steps, random) => {
          const { storeId, customer } = await storeWithSession();
          const held: { setup: string; method: string }[] = [];
          const events: SentEvent[] = [];
          for (const step of steps) {
            if (step === 'complete') {
              const session = await sessionOf(storeId);
              const { id: setup } = [...stripe.setups.values()].at(-1)!;
              held.push({ setup, method: stripe.complete(session).id });
              events.push(completed(session, customer));
            } else {
              const gone = step === 'detach newest' ? held.pop() : held.shift();
              if (gone === undefined) continue;
              stripe.detach(gone.method);
              events.push(detached(gone.method, customer));
            }
          }
          const order = [...events, ...events].map((event) => [random.next().value, event] as const);
          for (const [, event] of order.sort(([a], [b]) => a - b)) expect(await send(event)).toEqual(RECEIVED);
          expect((await setupOf(storeId)).payment_setup_id).toBe(held.at(-1)?.setup ?? null);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('that is unknown, or about an unknown customer, gets the same reply', async () => {
    const asked = stripe.requests.length;
    for (const [kind, object] of [
      ['invoice.paid', { id: 'in_1', customer: 'cus_somebody' }],
      ['of.the.future', { id: 'x' }],
      ['setup_intent.succeeded', { id: 'seti_1', customer: 'cus_somebody', payment_method: 'pm_1' }],
      ['setup_intent.succeeded', { id: 'seti_1', customer: null, payment_method: null }],
      ['payment_method.detached', { id: 'pm_somebody', customer: null }],
    ] as const) {
      expect(await send(stripe.event(kind, object, { at: now }))).toEqual(RECEIVED);
    }
    expect(stripe.requests.length).toBe(asked);
  });

  it('is refused without the provider’s signature', async () => {
    const { storeId, session, customer } = await storeWithSession();
    stripe.complete(session);
    const { body, headers } = completed(session, customer);
    const forged: SentEvent[] = [
      stripe.event('checkout.session.completed', { id: session, customer }, { at: now, secret: 'whsec_of_somebody' }),
      stripe.event('checkout.session.completed', { id: session, customer }, { at: new Date(now.getTime() - 301_000) }),
      { body: body.replace(customer, 'cus_another'), headers },
      { body: JSON.stringify(JSON.parse(body)), headers },
      { body, headers: { 'content-type': 'application/json' } },
      { body: '', headers },
      { body: 'no JSON', headers: { ...headers, 'content-type': 'text/plain' } },
    ];
    for (const event of forged) expect(await send(event)).toMatchObject(REFUSED);
    expect(await setupOf(storeId)).toMatchObject({ payment_setup_id: null });
    expect(await send({ body, headers: { ...headers, authorization: 'no token of ours' } })).toMatchObject({
      status: 200,
    });
  });

  it('has the same maximum size as any body', async () => {
    const { headers } = completed('cs_1', 'cus_1');
    expect((await send({ body: 'x'.repeat(1024 * 1024 + 1), headers })).status).toBe(413);
  });

  it('is refused while the provider is unavailable, and accepted when it is repeated', async () => {
    const { storeId, session, customer } = await storeWithSession();
    stripe.complete(session);
    const event = completed(session, customer);
    for (let times = 0; times < 2; times++) stripe.failNext('hang up');
    expect(await send(event)).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(await setupOf(storeId)).toMatchObject({ payment_setup_id: null });
    expect(await send(event)).toEqual(RECEIVED);
    expect(await setupOf(storeId)).toMatchObject({ payment_method: { last4: '4242' } });
  });

  it('is purged when the provider no longer repeats it', async () => {
    const { storeId, session, customer } = await storeWithSession();
    await send(completed(session, customer, 'evt_old'));
    now = new Date('2026-05-15T12:00:00Z');
    await send(completed(session, customer, 'evt_new'));
    const { rows } = await query(`SELECT event_id FROM payment_events WHERE event_id IN ('evt_old', 'evt_new')`);
    expect([storeId > 0, rows]).toEqual([true, [{ event_id: 'evt_new' }]]);
  });

  it('is refused without a provider', async () => {
    const manual = await createTestApplication({ now: () => now, database: application.database });
    expect(await send(completed('cs_1', 'cus_1'), manual)).toMatchObject(REFUSED);
  });
});
