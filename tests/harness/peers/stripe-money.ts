import { randomBytes } from 'node:crypto';
import {
  type Charge,
  type Dispute,
  expanded,
  missing,
  type Params,
  type PaymentIntent,
  type PaymentSession,
  type Stored,
  StripeFault,
  type Transfer,
  takeOnly,
} from './stripe-records.ts';

const SESSION_PARAMS = [
  'mode',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'line_items',
  'allowed_payment_method_types',
  'expires_at',
  'success_url',
  'cancel_url',
  'expand',
];
const NOW = () => Math.floor(Date.now() / 1_000);

/** Payments on Checkout pages and transfers to connected accounts, of one account at Stripe. */
export class StripeMoney {
  readonly sessions = new Map<string, PaymentSession>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly disputes = new Map<string, Dispute>();
  readonly transfers = new Map<string, Transfer>();
  /** Connected accounts that transfers can go to. */
  readonly accounts = new Set<string>();
  /** The transferable amount, in minor units of every currency. */
  balance = 1_000_000_000;
  /** The clock for the expiry of pages, in seconds. */
  now = NOW;

  /** Null if the request is not for this part of the account. @throws StripeFault */
  post(path: string, params: Params): object | null {
    if (path === '/v1/checkout/sessions') return this.#openSession(params);
    if (path === '/v1/transfers') return this.#transfer(params);
    const [, id] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? [];
    if (id === undefined) return null;
    const session = found(this.sessions, id, 'checkout.session');
    if (session.status !== 'open')
      throw new StripeFault(400, undefined, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    return Object.assign(session, { status: 'expired', url: null });
  }

  /** Null if the request is not for this part of the account. @throws StripeFault */
  get(path: string, params: Params): object | null {
    const [kind = '', id = ''] = path.replace('/v1/', '').replace('checkout/sessions', 'sessions').split('/');
    if (kind === 'sessions' && id === '') return this.#list(this.sessions, params, 'payment_intent');
    if (kind === 'disputes' && id === '') return this.#list(this.disputes, params, 'payment_intent');
    if (kind === 'transfers' && id === '') return this.#list(this.transfers, params, 'transfer_group');
    if (kind === 'transfers') return found(this.transfers, id, 'transfer');
    if (kind !== 'sessions' || !this.sessions.has(id)) return null;
    takeOnly(params, ['expand']);
    const all = { payment_intent: this.intents, latest_charge: this.charges };
    return expanded(this.#ended(this.sessions.get(id)!), params['expand'], all);
  }

  /** The payer completes the page. A debit is collected later. */
  pay(sessionId: string, method: 'card' | 'sepa_debit' = 'card'): void {
    const session = this.#ended(this.sessions.get(sessionId)!);
    if (session.status !== 'open') throw new Error(`the page is ${session.status}`);
    if (method === 'sepa_debit' && session.currency !== 'eur') throw new Error('SEPA debits exist in euros only');
    const { amount_total: amount, currency } = session;
    const intent = this.#keep(this.intents, 'pi', {
      object: 'payment_intent',
      status: 'processing',
      amount,
      amount_received: 0,
      currency,
      latest_charge: null,
    });
    Object.assign(session, { status: 'complete', payment_intent: intent.id, url: null });
    if (method === 'card') this.collect(sessionId);
  }

  /** A debit is collected. */
  collect(sessionId: string): void {
    const { session, intent } = this.#of(sessionId);
    const { amount, id } = intent;
    const facts = { object: 'charge', amount, amount_refunded: 0, disputed: false, payment_intent: id };
    const charge = this.#keep(this.charges, 'ch', facts);
    Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id });
    session.payment_status = 'paid';
  }

  /** A debit fails. */
  failDebit(sessionId: string): void {
    this.#of(sessionId).intent.status = 'requires_payment_method';
  }

  refund(sessionId: string, amount: number): void {
    this.charges.get(this.#of(sessionId).intent.latest_charge!)!.amount_refunded += amount;
  }

  /** The payer's bank takes a payment back, or (`won`) gives up the dispute. */
  dispute(sessionId: string, status: string): void {
    const { intent } = this.#of(sessionId);
    this.charges.get(intent.latest_charge!)!.disputed = true;
    const known = [...this.disputes.values()].find((one) => one.payment_intent === intent.id);
    if (known === undefined) this.#keep(this.disputes, 'dp', { object: 'dispute', payment_intent: intent.id, status });
    else known.status = status;
  }

  /** Stripe or an administrator reverses a transfer. */
  reverse(transferId: string, amount = this.transfers.get(transferId)!.amount): void {
    this.transfers.get(transferId)!.amount_reversed += amount;
  }

  #of(sessionId: string) {
    const session = this.sessions.get(sessionId)!;
    return { session, intent: this.intents.get(session.payment_intent!)! };
  }

  #ended(session: PaymentSession): PaymentSession {
    if (session.status === 'open' && session.expires_at <= this.now())
      Object.assign(session, { status: 'expired', url: null });
    return session;
  }

  #openSession(params: Params): object {
    takeOnly(params, SESSION_PARAMS);
    const items = params['line_items'] as { quantity?: string; price_data?: Record<string, unknown> }[] | undefined;
    const { currency, unit_amount: unit, product_data: product } = items?.[0]?.price_data ?? {};
    if (!/^[a-z]{3}$/.test(String(currency))) throw missing('line_items[0][price_data][currency]');
    const amount = Number(unit);
    if (!Number.isSafeInteger(amount) || amount < 50 || amount > 99_999_999)
      throw new StripeFault(400, 'amount_too_small', 'Invalid amount', 'line_items[0][price_data][unit_amount]');
    if (!(product as { name?: string } | undefined)?.name)
      throw missing('line_items[0][price_data][product_data][name]');
    for (const name of ['success_url', 'cancel_url'])
      if (!URL.canParse(String(params[name]))) throw new StripeFault(400, 'url_invalid', 'Not a valid URL', name);
    const left = Number(params['expires_at']) - this.now();
    if (!(left >= 1_800 && left <= 86_400))
      throw new StripeFault(400, undefined, '`expires_at` must be 30 minutes to 24 hours from now', 'expires_at');
    return this.#keep(this.sessions, 'cs_test', {
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency: String(currency),
      client_reference_id: (params['client_reference_id'] as string | undefined) ?? null,
      allowed_payment_method_types: params['allowed_payment_method_types'] as string[],
      metadata: (params['metadata'] as Record<string, string> | undefined) ?? {},
      url: `https://checkout.stripe.example/c/pay/${randomBytes(4).toString('hex')}`,
      expires_at: Number(params['expires_at']),
    });
  }

  #transfer(params: Params): object {
    takeOnly(params, ['amount', 'currency', 'destination', 'transfer_group', 'metadata', 'expand']);
    const { currency, destination, transfer_group: group } = params as Record<string, string>;
    const amount = Number(params['amount']);
    if (!Number.isSafeInteger(amount) || amount < 1) throw missing('amount');
    if (!/^[a-z]{3}$/.test(String(currency))) throw missing('currency');
    if (!this.accounts.has(String(destination)))
      throw new StripeFault(400, 'resource_missing', `No such destination: '${destination}'`, 'destination');
    if (amount > this.balance) {
      const message = 'You have insufficient available funds in your Stripe account.';
      throw Object.assign(new StripeFault(400, 'balance_insufficient', message), { isExecuted: true });
    }
    this.balance -= amount;
    return this.#keep(this.transfers, 'tr', {
      object: 'transfer',
      amount,
      amount_reversed: 0,
      currency: String(currency),
      destination: String(destination),
      transfer_group: group ?? null,
      metadata: (params['metadata'] as Record<string, string> | undefined) ?? {},
    });
  }

  #list<T extends Stored>(all: Map<string, T>, params: Params, filter: keyof T & string): object {
    takeOnly(params, ['limit', filter]);
    const meant = [...all.values()].reverse().filter((one) => one[filter] === params[filter]);
    const limit = Number(params['limit'] ?? 10);
    return { object: 'list', url: '/v1', has_more: meant.length > limit, data: meant.slice(0, limit) };
  }

  #keep<T extends Stored>(all: Map<string, T>, prefix: string, record: Omit<T, 'id' | 'created'>): T {
    const kept = { id: `${prefix}_${randomBytes(8).toString('hex')}`, created: this.now(), ...record } as T;
    all.set(kept.id, kept);
    return kept;
  }
}

function found<T extends Stored>(all: Map<string, T>, id: string, kind: string): T {
  const one = all.get(id);
  if (one === undefined) throw new StripeFault(404, 'resource_missing', `No such ${kind}: '${id}'`, 'id');
  return one;
}
