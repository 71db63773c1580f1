/** The fields that all of Stripe's records have. */
export interface Stored {
  id: string;
  object: string;
  created: number;
  deleted?: boolean;
}

export interface Customer extends Stored {
  name: string | null;
  metadata: Record<string, string>;
}

export interface Method extends Stored {
  type: string;
  /** Null if the method was detached. */
  customer: string | null;
  [details: string]: unknown;
}

export interface SetupIntent extends Stored {
  customer: string;
  status: string;
  payment_method: string | null;
}

export interface SetupSession extends Stored {
  customer: string;
  setup_intent: string;
  [more: string]: unknown;
}

/** A Checkout session with a payment. */
export interface PaymentSession extends Stored {
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  allowed_payment_method_types: string[];
  url: string | null;
  expires_at: number;
  metadata: Record<string, string>;
}

export interface PaymentIntent extends Stored {
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  amount: number;
  amount_received: number;
  currency: string;
  latest_charge: string | null;
}

export interface Charge extends Stored {
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  payment_intent: string;
}

export interface Dispute extends Stored {
  payment_intent: string;
  status: string;
}

export interface Transfer extends Stored {
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
  metadata: Record<string, string>;
}

/** The parameters of a request, in its form or its query. */
export type Params = Record<string, unknown>;

/** An error as Stripe writes it. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: object;
  /** Whether the error occurred while the request was executed, and not while its parameters were validated. */
  isExecuted = false;
  constructor(
    status: number,
    code: string | undefined,
    message: string,
    param?: string,
    type = 'invalid_request_error',
  ) {
    super(message);
    this.status = status;
    this.body = { error: { type, code, message, param } };
  }
}

/** Stripe refuses unknown parameters. */
export function takeOnly(params: Params, known: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (!known.includes(name))
      throw new StripeFault(400, 'parameter_unknown', `Received unknown parameter: ${name}`, name);
  }
}

/** A record with the references that `expand` names (`setup_intent.payment_method`) written whole. */
export function expanded(record: object, expand: unknown, all: Record<string, Map<string, object>>): object {
  const paths = Array.isArray(expand) ? expand.map(String) : [];
  const copy: Record<string, unknown> = { ...record };
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    const value = copy[name];
    if (!(name in copy)) throw new StripeFault(400, undefined, `This property cannot be expanded (${path}).`);
    const whole = typeof value === 'string' ? all[name]?.get(value) : null;
    if (whole) copy[name] = expanded(whole, rest.length === 0 ? [] : [rest.join('.')], all);
  }
  return copy;
}

export const missing = (param: string): StripeFault =>
  new StripeFault(400, 'parameter_missing', `Missing required param: ${param}.`, param);
