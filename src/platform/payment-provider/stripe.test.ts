import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openHttpPeer, type PeerReply } from '../../../tests/harness/peers/http-peer.ts';
import { openStripe, type StripePeer } from '../../../tests/harness/peers/stripe.ts';
import { Unavailable } from '../errors/errors.ts';
import { createPaymentProvider } from './create-provider.ts';
import { BadSignature, UnknownCustomer } from './provider.ts';
import { type StripeSettings, stripeProvider } from './stripe.ts';

const PAYER = { reference: 'store-12', name: 'Nordic Runner & Söner' };
const RETURN_URL = 'http://tributary.test/payment-setup';

const open = async (values: Partial<StripeSettings> = {}, timeoutMs?: number) => {
  const peer = await openStripe();
  const customerId = await stripeProvider(peer.settings).createCustomer(PAYER, randomUUID());
  const stripe = stripeProvider({ ...peer.settings, ...values }, timeoutMs);
  const session = () => stripe.openSession({ customerId, currency: 'SEK', returnUrl: RETURN_URL });
  return { peer, stripe, customerId, session };
};
type Opened = Awaited<ReturnType<typeof open>>;
const posts = ({ requests }: StripePeer) => requests.filter(({ method }) => method === 'POST');

describe('a customer', () => {
  it("is created with the payer's reference and nothing about this machine", async () => {
    const { peer, stripe, customerId } = await open();
    expect([...peer.customers.values()]).toMatchObject([
      { id: customerId, name: PAYER.name, metadata: { tributary: 'store-12' } },
    ]);
    await stripe.newestSetup(customerId);
    for (const { headers } of peer.requests) expect(headers['x-stripe-client-telemetry']).toBeUndefined();
  });

  it('is created once per idempotency key, concurrently or in sequence; another name is another request', async () => {
    const { peer, stripe } = await open();
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 5 }, () => stripe.createCustomer(PAYER, key)));
    expect(new Set([...ids, await stripe.createCustomer(PAYER, key)]).size).toBe(1);
    expect(await stripe.createCustomer({ ...PAYER, name: 'Another' }, key)).not.toBe(ids[0]);
    expect(peer.customers.size).toBe(3);
  });

  it.each(['hang up', 'silence'] as const)('is not created again when the response was lost (%s)', async (failure) => {
    // The second attempt must be answered within this time.
    const { peer, stripe } = await open({}, failure === 'silence' ? 5_000 : undefined);
    peer.failNext(failure, { after: true });
    await stripe.createCustomer(PAYER, randomUUID());
    expect(peer.customers.size).toBe(2);
    expect(posts(peer)).toHaveLength(3);
  });
});

describe('a session', () => {
  it('is a page at Stripe', async () => {
    const { peer, session } = await open();
    expect(await session()).toEqual({
      id: expect.stringMatching(/^cs_test_/),
      url: 'https://checkout.stripe.example/c/pay',
      embedded: null,
      instructions: null,
      expiresAt: new Date(1_790_086_400_000),
    });
    const form = new URLSearchParams(posts(peer).at(-1)?.body.toString());
    expect(Object.fromEntries(form)).toMatchObject({ mode: 'setup', currency: 'sek', success_url: RETURN_URL });
  });

  it('is an embedded form with a publishable key', async () => {
    const { session } = await open({ publishableKey: 'pk_test_1' });
    expect(await session()).toMatchObject({
      url: null,
      embedded: { clientSecret: 'cs_test_secret', publishableKey: 'pk_test_1' },
    });
  });

  it('is refused for a deleted customer', async () => {
    const { peer, customerId, session } = await open();
    peer.deleteCustomer(customerId);
    await expect(session()).rejects.toThrow(UnknownCustomer);
  });
});

describe('a set-up', () => {
  const CARD = { kind: 'card', brand: 'visa', last4: '4242', expires: { month: 7, year: 2031 } };

  it("is read by its id or its session's id, and is complete after the payer's visit", async () => {
    const { peer, stripe, customerId, session } = await open();
    const { id: sessionId } = await session();
    const before = await stripe.readSetup(sessionId);
    expect(before).toEqual({ id: expect.stringMatching(/^seti_/), customerId, isComplete: false, method: null });
    const method = peer.complete(sessionId);
    const complete = { ...before, isComplete: true, method: { id: method.id, ...CARD } };
    expect(await stripe.readSetup(sessionId)).toEqual(complete);
    expect(await stripe.readSetup(before!.id)).toEqual(complete);
    expect(await stripe.newestSetup(customerId)).toEqual(complete);
  });

  it.each([
    [
      { type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE' } },
      { brand: null, last4: '3000' },
    ],
    [
      { type: 'us_bank_account', us_bank_account: { bank_name: 'A BANK', last4: '6789' } },
      { brand: 'A BANK', last4: '6789' },
    ],
    [{ type: 'swish' }, { brand: null, last4: null }],
  ])('shows the displayable details of %j', async (given, shown) => {
    const { peer, stripe, customerId, session } = await open();
    peer.complete((await session()).id, given);
    expect((await stripe.newestSetup(customerId))?.method).toMatchObject({ kind: given.type, ...shown, expires: null });
  });

  it('is replaced by a newer one, and returns when the newer method is removed', async () => {
    const { peer, stripe, customerId, session } = await open();
    const sessions = [await session(), await session(), await session()];
    const older = peer.complete(sessions[1]!.id);
    const newer = peer.complete(sessions[0]!.id);
    const current = async () => (await stripe.newestSetup(customerId))?.method?.id;
    expect(await current()).toBe(newer.id);
    peer.detach(newer.id);
    expect(await current()).toBe(older.id);
    expect(await stripe.readSetup(sessions[0]!.id)).toMatchObject({ isComplete: true, method: null });
    peer.detach(older.id);
    expect(await stripe.newestSetup(customerId)).toBeNull();
  });

  it('ignores a method that was attached without a set-up', async () => {
    const { peer, stripe, customerId, session } = await open();
    peer.attach(customerId);
    expect(await stripe.newestSetup(customerId)).toBeNull();
    const { id } = peer.complete((await session()).id);
    peer.attach(customerId);
    expect((await stripe.newestSetup(customerId))?.method?.id).toBe(id);
  });

  it.each(['seti_unknown', 'cs_unknown', 'pm_1', 'seti_1/cancel', '../customers', 'seti_ö', 'x'])(
    'is absent: %s',
    async (id) => {
      const { stripe } = await open();
      expect(await stripe.readSetup(id)).toBeNull();
    },
  );

  it('is absent for a deleted or unknown customer', async () => {
    const { peer, stripe, customerId, session } = await open();
    peer.complete((await session()).id);
    peer.deleteCustomer(customerId);
    expect(await stripe.newestSetup(customerId)).toBeNull();
    expect(await stripe.newestSetup('cus_of_another_account')).toBeNull();
  });
});

describe('an event', () => {
  const AT = new Date('2026-03-15T12:00:00Z');
  const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);
  const METHOD = { id: 'pm_1', object: 'payment_method', customer: null };

  it.each([
    ['checkout.session.completed', { id: 'cs_1', customer: 'cus_1' }, { customerId: 'cus_1', methodId: null }],
    [
      'setup_intent.succeeded',
      { id: 'seti_1', customer: 'cus_1', payment_method: 'pm_1' },
      { customerId: 'cus_1', methodId: 'pm_1' },
    ],
    ['payment_method.detached', METHOD, { customerId: 'cus_0', methodId: 'pm_1' }],
    ['customer.deleted', { id: 'cus_1' }, { customerId: 'cus_1', methodId: null }],
    ['invoice.paid', { id: 'in_1', customer: 'cus_1' }, null],
  ])('%s names the affected customer', async (kind, object, about) => {
    const { peer, stripe } = await open();
    const { body, headers } = peer.event(kind, object, { at: AT, id: 'evt_1', previous: { customer: 'cus_0' } });
    expect(stripe.readEvent(Buffer.from(body), headers, AT)).toMatchObject({ id: 'evt_1', kind, about });
  });

  it('is accepted for five minutes, and only unchanged', async () => {
    const { peer, stripe } = await open();
    const { body, headers } = peer.event('payment_method.detached', METHOD, { at: AT });
    const bytes = Buffer.from(body);
    expect(stripe.readEvent(bytes, headers, later(300))).toMatchObject({ kind: 'payment_method.detached' });
    const forged = peer.event('payment_method.detached', METHOD, { at: AT, secret: 'whsec_somebody' });
    const refused: [Buffer, Record<string, string>, Date][] = [
      [bytes, headers, later(301)],
      [Buffer.from(JSON.stringify(JSON.parse(body))), headers, AT],
      [Buffer.from(`${body} `), headers, AT],
      [Buffer.alloc(0), headers, AT],
      [bytes, {}, AT],
      [bytes, { 'stripe-signature': '' }, AT],
      [bytes, { 'stripe-signature': headers['stripe-signature']!.replace('v1=', 'v1=0') }, AT],
      [bytes, { 'stripe-signature': headers['stripe-signature']!.replace(/,v1=\w+/, '') }, AT],
      [
        bytes,
        { 'stripe-signature': headers['stripe-signature']!.replace(/t=\d+/, `t=${later(60).getTime() / 1_000}`) },
        AT,
      ],
      [Buffer.from(forged.body), forged.headers, AT],
    ];
    for (const [sent, how, at] of refused) expect(() => stripe.readEvent(sent, how, at)).toThrow(BadSignature);
  });

  it('is refused without a secret', async () => {
    const { peer, stripe } = await open({ webhookSecret: null });
    const { body, headers } = peer.event('payment_method.detached', METHOD, { at: AT });
    expect(() => stripe.readEvent(Buffer.from(body), headers, AT)).toThrow(BadSignature);
  });
});

describe('Stripe during an outage', () => {
  const FAULT = (status: number): PeerReply => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { type: 'api_error', message: 'Something went wrong' } }),
  });
  const failing: [string, PeerReply | 'hang up' | 'silence'][] = [
    ['hangs up', 'hang up'],
    ['is silent', 'silence'],
    ['has a fault', FAULT(500)],
    ['is overloaded', FAULT(503)],
    ['is asked too often', FAULT(429)],
    ['does not take the key', FAULT(401)],
    ['forbids it', FAULT(403)],
    ['finds the request wrong', FAULT(400)],
    ['replies with HTML', { status: 200, body: '<html>' }],
    ['says too much', { status: 200, body: `"${'x'.repeat(3 * 1024 * 1024)}"` }],
  ];

  it.each(failing)('is unavailable when it %s, and receives two requests at most', async (_what, failure) => {
    const asks = {
      session: ({ session }: Opened) => session(),
      newest: ({ stripe, customerId }: Opened) => stripe.newestSetup(customerId),
      setup: ({ stripe }: Opened) => stripe.readSetup('seti_1'),
    };
    for (const ask of Object.values(asks)) {
      const opened = await open({}, failure === 'silence' ? 300 : undefined);
      const { peer } = opened;
      const before = peer.requests.length;
      for (let times = 0; times < 2; times++) peer.failNext(failure);
      const error: Error = await ask(opened).then(
        () => new Error('it answered'),
        (failure) => failure,
      );
      expect(error).toBeInstanceOf(Unavailable);
      expect(error.message).not.toMatch(/Something|sk_/);
      expect(peer.requests.length - before).toBeLessThanOrEqual(2);
    }
  });

  it('does not reveal the key to another host', async () => {
    const elsewhere = await openHttpPeer(() => FAULT(500));
    const { peer, session } = await open();
    for (const _ of [1, 2])
      peer.failNext({ status: 307, headers: { location: `${elsewhere.url}/v1/checkout/sessions` } });
    await expect(session()).rejects.toThrow(Unavailable);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('The payment provider', () => {
  it('is Stripe if its key is configured', async () => {
    const { settings, customers } = await openStripe();
    const provider = await createPaymentProvider(settings);
    if (provider.name !== 'stripe') throw new Error('it is not');
    await provider.createCustomer(PAYER, randomUUID());
    expect(customers.size).toBe(1);
  });

  it('is absent otherwise: stores pay by invoice, which needs no account', async () => {
    const provider = await createPaymentProvider(null);
    expect([provider.name, provider.name === 'manual' && provider.openSession(PAYER)]).toEqual([
      'manual',
      {
        id: 'invoice-store-12',
        url: null,
        embedded: null,
        expiresAt: null,
        instructions: expect.stringContaining('invoice'),
      },
    ]);
  });
});
