import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { BadSignature, type HostedPaymentProvider, type SetupSession, UnknownCustomer } from './provider.ts';
import { isMissing, translated } from './stripe-failures.ts';
import { boundedFetch } from './stripe-fetch.ts';
import { stripePayments } from './stripe-payments.ts';
import { aboutWhom, customerOf, methodOf, setupOf, transferOfEvent, whichPayment } from './stripe-records.ts';
import { stripeTransfers } from './stripe-transfers.ts';

export interface StripeSettings {
  secretKey: string;
  /** Null: events are refused, and changes are only noticed on the next query. */
  webhookSecret: string | null;
  /** Set: sessions are forms to embed in other pages. Null: sessions are pages at Stripe. */
  publishableKey: string | null;
  /** `https://api.stripe.com` */
  url: string;
}

const TIMEOUT_MS = 8_000;
/** Limits the age of a signed event, against replays. */
const TOLERANCE_SECONDS = 300;
/** Maximum number of a customer's methods that are searched for a set-up one, newest first. */
const MAX_METHODS = 10;

/** Stripe through its own library, which retries an unanswered request once with the same idempotency key. */
export function stripeProvider(settings: StripeSettings, timeoutMs = TIMEOUT_MS): HostedPaymentProvider {
  const { hostname, port, protocol } = new URL(settings.url);
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Stripe.createFetchHttpClient(boundedFetch),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });

  return {
    name: 'stripe',
    hasEvents: settings.webhookSecret !== null,
    ...stripePayments(stripe),
    ...stripeTransfers(stripe),
    createCustomer: (payer, key) =>
      translated(async () => {
        const customer = { name: payer.name, metadata: { tributary: payer.reference } };
        // Stripe accepts one exact request per key. A payer with another name is another request.
        const idempotencyKey = `${key}-${createHash('sha256').update(JSON.stringify(customer)).digest('base64url')}`;
        return (await stripe.customers.create(customer, { idempotencyKey })).id;
      }),
    openSession: (ask) =>
      translated(async () =>
        sessionOf(
          await stripe.checkout.sessions.create({
            mode: 'setup',
            customer: ask.customerId,
            currency: ask.currency.toLowerCase(),
            ...(settings.publishableKey === null
              ? { ui_mode: 'hosted_page', success_url: ask.returnUrl }
              : { ui_mode: 'embedded_page', return_url: ask.returnUrl }),
          }),
          settings.publishableKey,
        ),
      ),
    readSetup: (id) =>
      translated(async () => {
        const setup = await readIntent(stripe, id);
        return setup === null ? null : setupOf(setup);
      }),
    newestSetup: (customerId) =>
      translated(() => newestSetup(stripe, customerId)).catch((error) => {
        if (error instanceof UnknownCustomer) return null;
        throw error;
      }),
    readEvent: (body, headers, receivedAt) => {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') throw new BadSignature('there is no signature');
      const event = verified(stripe, settings.webhookSecret, { body, signature, receivedAt });
      return {
        id: event.id,
        kind: event.type,
        about: aboutWhom(event),
        payment: whichPayment(event),
        transferId: transferOfEvent(event),
      };
    },
  };
}

function sessionOf(session: Stripe.Checkout.Session, publishableKey: string | null): SetupSession {
  const { id, url, client_secret: clientSecret, expires_at: expires } = session;
  return {
    id,
    url,
    embedded: publishableKey === null || clientSecret === null ? null : { clientSecret, publishableKey },
    instructions: null,
    expiresAt: new Date(expires * 1_000),
  };
}

/** The prefix of an id names its type: `seti_` a set-up, `cs_` a session. */
async function readIntent(stripe: Stripe, id: string): Promise<Stripe.SetupIntent | null> {
  try {
    if (/^seti_\w+$/.test(id)) return await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] });
    if (!/^cs_\w+$/.test(id)) return null;
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] });
    return typeof session.setup_intent === 'string' ? null : session.setup_intent;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Skips methods that were attached without a set-up, because they may not be charged while the payer is absent. */
async function newestSetup(stripe: Stripe, customerId: string) {
  const { data: methods } = await stripe.customers.listPaymentMethods(customerId, { limit: MAX_METHODS });
  for (const method of methods) {
    const { data: intents } = await stripe.setupIntents.list({ payment_method: method.id, limit: MAX_METHODS });
    const intent = intents.find(
      ({ status, customer }) => status === 'succeeded' && customerOf(customer) === customerId,
    );
    if (intent !== undefined) return { id: intent.id, customerId, isComplete: true, method: methodOf(method) };
  }
  return null;
}

function verified(
  stripe: Stripe,
  secret: string | null,
  { body, signature, receivedAt }: { body: Buffer; signature: string; receivedAt: Date },
): Stripe.Event {
  if (secret === null) throw new BadSignature('no webhook secret is configured');
  try {
    const at = receivedAt.getTime();
    return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, at);
  } catch (cause) {
    throw new BadSignature('not signed by Stripe, or too long ago', { cause });
  }
}
