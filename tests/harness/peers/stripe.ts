import { createHmac, randomBytes } from 'node:crypto';
import qs from 'qs';
import type { StripeSettings } from '../../../src/platform/payment-provider/stripe.ts';
import { type HttpPeer, openHttpPeer, type PeerReply, type PeerRequest } from './http-peer.ts';
import { StripeAccount } from './stripe-account.ts';
import { type Method, StripeFault } from './stripe-records.ts';

const SECRET_KEY = 'sk_test_tributary';
const WEBHOOK_SECRET = 'whsec_tributary';

/** An event as sent: the bytes and the header that signs them. */
export interface SentEvent {
  body: string;
  headers: Record<string, string>;
}

interface EventFacts {
  id?: string;
  /** The previous values of changed fields of the record. */
  previous?: object;
  /** The time of the signature. */
  at?: Date;
  secret?: string;
}

/**
 * Stripe's customers, methods, set-ups and sessions, as its public reference describes them: form-encoded requests, expansion, errors,
 * idempotency keys, signed events.
 */
export interface StripePeer extends HttpPeer, Pick<StripeAccount, 'customers' | 'setups' | 'money'> {
  settings: StripeSettings;
  /** The payer completes the session's page. @returns the method that the payer gave */
  complete(sessionId: string, method?: Partial<Method>): Method;
  /** Attaches a method to a customer without a setup, as Stripe's own pages can. */
  attach(customerId: string): Method;
  detach(methodId: string): void;
  deleteCustomer(customerId: string): void;
  /** Lets a day pass, after which idempotency keys expire. */
  clearIdempotencyKeys(): void;
  /** Writes and signs an event. */
  event(type: string, object: object, facts?: EventFacts): SentEvent;
}

export async function openStripe(until?: Parameters<typeof openHttpPeer>[1]): Promise<StripePeer> {
  const account = new StripeAccount();
  const { customers, methods, setups, sessions, money } = account;
  const remembered: Remembered = new Map();
  const peer = await openHttpPeer(answerer(account, remembered), until);
  return Object.assign(peer, {
    money,
    clearIdempotencyKeys: () => remembered.clear(),
    settings: { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, publishableKey: null, url: peer.url },
    customers,
    setups,
    complete(sessionId: string, more?: Partial<Method>) {
      const session = sessions.get(sessionId)!;
      const method = account.addMethod(session.customer, more);
      Object.assign(session, { status: 'complete' });
      Object.assign(setups.get(session.setup_intent)!, { status: 'succeeded', payment_method: method.id });
      return method;
    },
    attach: (customerId: string) => account.addMethod(customerId),
    detach: (methodId: string) => void Object.assign(methods.get(methodId)!, { customer: null }),
    deleteCustomer(customerId: string) {
      Object.assign(customers.get(customerId)!, { deleted: true });
      for (const method of methods.values()) if (method.customer === customerId) method.customer = null;
    },
    event: signedEvent,
  });
}

type Remembered = Map<string, { sent: string; reply: PeerReply }>;

/** Keys, versions, forms and idempotency of requests to the account. */
function answerer(account: StripeAccount, remembered: Remembered): (request: PeerRequest) => PeerReply {
  const post = (path: string, { headers, body }: PeerRequest): PeerReply => {
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') throw fault(400, 'Send a form');
    const sent = `${path}?${body}`;
    const key = String(headers['idempotency-key']);
    const before = remembered.get(key);
    if (before === undefined) {
      const reply = executed(() => account.post(path, qs.parse(body.toString('utf8'))));
      remembered.set(key, { sent, reply });
      return reply;
    }
    if (before.sent !== sent)
      throw new StripeFault(400, undefined, 'Keys hold for one request', undefined, 'idempotency_error');
    return { ...before.reply, headers: { ...before.reply.headers, 'idempotent-replayed': 'true' } };
  };

  return (request) => {
    const { method, headers } = request;
    const { pathname, search } = new URL(request.target, 'http://stripe');
    try {
      if (headers.authorization !== `Bearer ${SECRET_KEY}`) throw fault(401, 'Invalid API Key provided: sk_test_****');
      if (!/^\d{4}-\d\d-\d\d\./.test(String(headers['stripe-version']))) throw fault(400, 'Invalid Stripe API version');
      return method === 'GET' ? json(200, account.get(pathname, qs.parse(search.slice(1)))) : post(pathname, request);
    } catch (error) {
      if (error instanceof StripeFault) return json(error.status, error.body);
      throw error;
    }
  };
}

/** A failure after the parameters were accepted is remembered for the key like a success. */
function executed(act: () => object): PeerReply {
  try {
    return json(200, act());
  } catch (error) {
    if (error instanceof StripeFault && error.isExecuted) return json(error.status, error.body);
    throw error;
  }
}

/** https://docs.stripe.com/webhooks/signature: HMAC-SHA256 over the time, a dot and the body. */
function signedEvent(type: string, object: object, facts: EventFacts = {}): SentEvent {
  const { id = `evt_${randomBytes(8).toString('hex')}`, previous, at = new Date(), secret = WEBHOOK_SECRET } = facts;
  const data = { object, ...(previous === undefined ? {} : { previous_attributes: previous }) };
  const body = JSON.stringify({ id, object: 'event', type, livemode: false, data }, null, 2);
  const t = Math.floor(at.getTime() / 1_000);
  const signature = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${t},v1=${signature},v0=${signature}`,
    },
  };
}

const fault = (status: number, message: string) => new StripeFault(status, undefined, message);

function json(status: number, body: object): PeerReply {
  const headers = { 'content-type': 'application/json', 'request-id': 'req_test' };
  return { status, headers, body: JSON.stringify(body) };
}
