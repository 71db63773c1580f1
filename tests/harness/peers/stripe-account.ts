import { randomBytes } from 'node:crypto';
import { StripeMoney } from './stripe-money.ts';
import {
  type Customer,
  expanded,
  type Method,
  missing,
  type Params,
  type SetupIntent,
  type SetupSession,
  type Stored,
  StripeFault,
  takeOnly,
} from './stripe-records.ts';

/** The required parameter of a session with the return address, by kind of session. */
const RETURN_PARAM: Record<string, string> = { hosted_page: 'success_url', embedded_page: 'return_url' };

/** The records of one account at Stripe, and the few endpoints of Stripe that read and write it. */
export class StripeAccount {
  readonly customers = new Map<string, Customer>();
  readonly methods = new Map<string, Method>();
  readonly setups = new Map<string, SetupIntent>();
  readonly sessions = new Map<string, SetupSession>();
  readonly money = new StripeMoney();
  #clock = 1_790_000_000;

  /** @throws StripeFault */
  post(path: string, params: Params): object {
    if (path === '/v1/customers') return this.#createCustomer(params);
    if (path === '/v1/checkout/sessions' && params['mode'] !== 'payment') return this.#createSession(params);
    const done = this.money.post(path, params);
    if (done !== null) return done;
    throw new StripeFault(404, 'url_invalid', `Unrecognized request URL (POST: ${path})`);
  }

  /** @throws StripeFault */
  get(path: string, params: Params): object {
    const known = this.money.get(path, params);
    if (known !== null) return known;
    const [, kind = '', id = '', part = ''] = path.split('/').slice(1);
    if (kind === 'customers' && part === 'payment_methods') return this.#methodsOf(id, path, params);
    if (path === '/v1/setup_intents') return this.#listSetups(path, params);
    takeOnly(params, ['expand']);
    if (kind === 'setup_intents') return this.#view(find(this.setups, id, 'setupintent', 'intent'), params);
    if (path.startsWith('/v1/checkout/sessions/'))
      return this.#view(find(this.sessions, part, 'checkout.session', 'session'), params);
    throw new StripeFault(404, 'url_invalid', `Unrecognized request URL (GET: ${path})`);
  }

  /** A card of the customer, unless the options say otherwise. */
  addMethod(customer: string, more: Partial<Method> = {}): Method {
    const card = { brand: 'visa', last4: '4242', exp_month: 7, exp_year: 2031 };
    return this.#keep(this.methods, 'pm', { object: 'payment_method', type: 'card', customer, card, ...more });
  }

  #createCustomer(params: Params): object {
    takeOnly(params, ['name', 'metadata', 'expand']);
    const { name = null, metadata = {} } = params as { name?: string; metadata?: Record<string, string> };
    return this.#keep(this.customers, 'cus', { object: 'customer', name, metadata });
  }

  #createSession(params: Params): object {
    takeOnly(params, ['mode', 'customer', 'currency', 'ui_mode', 'success_url', 'return_url', 'expand']);
    const { mode, customer = '', currency = '', ui_mode: ui = 'hosted_page' } = params as Record<string, string>;
    if (mode !== 'setup') throw missing('line_items');
    if (!/^[a-z]{3}$/.test(currency)) throw missing('currency');
    const needs = RETURN_PARAM[ui];
    if (needs === undefined) throw new StripeFault(400, 'parameter_invalid', `Invalid ui_mode: ${ui}`, 'ui_mode');
    if (!URL.canParse(String(params[needs]))) throw new StripeFault(400, 'url_invalid', 'Not a valid URL', needs);
    find(this.customers, customer, 'customer', 'customer', 400);
    const status = 'requires_payment_method';
    const setup = this.#keep(this.setups, 'seti', { object: 'setup_intent', customer, status, payment_method: null });
    const isPage = ui === 'hosted_page';
    const session = this.#keep(this.sessions, 'cs_test', {
      object: 'checkout.session',
      mode,
      customer,
      currency,
      ui_mode: ui,
      status: 'open',
      setup_intent: setup.id,
      url: isPage ? 'https://checkout.stripe.example/c/pay' : null,
      client_secret: isPage ? null : 'cs_test_secret',
      expires_at: 1_790_086_400,
    });
    return this.#view(session, params);
  }

  #methodsOf(customer: string, path: string, params: Params): object {
    takeOnly(params, ['limit', 'type', 'expand']);
    find(this.customers, customer, 'customer', 'customer');
    return this.#list(path, this.methods, params, (method) => method.customer === customer);
  }

  #listSetups(path: string, params: Params): object {
    takeOnly(params, ['limit', 'customer', 'payment_method', 'expand']);
    const { payment_method: method } = params;
    if (method !== undefined) find(this.methods, String(method), 'PaymentMethod', 'payment_method', 400);
    return this.#list(path, this.setups, params, (setup) => method === undefined || setup.payment_method === method);
  }

  /** Newest first, as all of Stripe's lists are. */
  #list<T extends Stored>(url: string, all: Map<string, T>, params: Params, isMeant: (one: T) => boolean): object {
    const limit = Number(params['limit'] ?? 10);
    if (!(limit >= 1 && limit <= 100)) throw new StripeFault(400, 'parameter_invalid_integer', 'Invalid', 'limit');
    const meant = [...all.values()].reverse().filter(isMeant);
    const data = meant.slice(0, limit).map((one) => this.#view(one, params));
    return { object: 'list', url, has_more: meant.length > limit, data };
  }

  #keep<T extends Stored>(all: Map<string, T>, prefix: string, record: Omit<T, 'id' | 'created'>): T {
    const id = `${prefix}_${randomBytes(8).toString('hex')}`;
    const kept = { id, created: ++this.#clock, ...record } as T;
    all.set(id, kept);
    return kept;
  }

  #view(record: object, { expand }: Params): object {
    return expanded(record, expand, { payment_method: this.methods, setup_intent: this.setups });
  }
}

function find<T extends Stored>(all: Map<string, T>, id: string, kind: string, param: string, status = 404): T {
  const found = all.get(id);
  if (found !== undefined && !found.deleted) return found;
  throw new StripeFault(status, 'resource_missing', `No such ${kind}: '${id}'`, param);
}
