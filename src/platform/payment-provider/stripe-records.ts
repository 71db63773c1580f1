import type Stripe from 'stripe';
import type { PaymentMethod, ProviderEvent, ProviderSetup } from './provider.ts';

/** Stripe represents a related record by its id or, when expanded, as an object. */
type Reference = string | { id: string } | null | undefined;

/** Returns the id of a related record, such as a customer, in either form; null without one. */
export function customerOf(customer: Reference): string | null {
  if (customer === null || customer === undefined) return null;
  return typeof customer === 'string' ? customer : customer.id;
}

/** Converts a set-up with an expanded method. A removed method has no customer. */
export function setupOf(intent: Stripe.SetupIntent): ProviderSetup {
  const { id, status, payment_method: method } = intent;
  const isComplete = status === 'succeeded';
  const isHeld = isComplete && method !== null && typeof method !== 'string' && customerOf(method.customer) !== null;
  return { id, customerId: customerOf(intent.customer), isComplete, method: isHeld ? methodOf(method) : null };
}

/** Returns the displayable details of a method. Each kind stores them under its own name. */
export function methodOf(method: Stripe.PaymentMethod): PaymentMethod {
  const { id, type: kind } = method;
  const details = (method as unknown as Record<string, Record<string, unknown> | undefined>)[kind] ?? {};
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : null);
  const { exp_month: month, exp_year: year } = details;
  return {
    id,
    kind,
    brand: text('brand') ?? text('bank_name'),
    last4: text('last4'),
    expires: typeof month === 'number' && typeof year === 'number' ? { month, year } : null,
  };
}

/** Event types about set-ups, their methods, and customers. */
const HANDLED_EVENTS = new Set([
  'checkout.session.completed',
  'setup_intent.succeeded',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
  'customer.deleted',
]);

interface EventRecord {
  id: string;
  /** Mode of a Checkout session. */
  mode?: string;
  customer?: Reference;
  payment_method?: Reference;
  payment_intent?: Reference;
}

/** Returns the records that an event affects; null when it does not concern payment methods. */
export function aboutWhom({ type, data }: Stripe.Event): ProviderEvent['about'] {
  if (!HANDLED_EVENTS.has(type)) return null;
  const record = data.object as unknown as EventRecord;
  if (record.mode === 'payment') return null;
  if (type === 'customer.deleted') return { customerId: record.id, methodId: null };
  // A detached method has no customer; the event's previous attributes name it.
  const before = data.previous_attributes as { customer?: Reference } | undefined;
  const isMethod = type.startsWith('payment_method.');
  return {
    customerId: customerOf(record.customer) ?? customerOf(before?.customer),
    methodId: isMethod ? record.id : customerOf(record.payment_method),
  };
}

/** Prefixes of event types about charges that were made: their records name the payment. */
const ABOUT_CHARGES = /^(?:charge\.refund|charge\.dispute\.|refund\.)/;

/** Returns the payment that an event affects; null when it does not concern one. */
export function whichPayment({ type, data }: Stripe.Event): ProviderEvent['payment'] {
  const record = data.object as unknown as EventRecord;
  if (type.startsWith('checkout.session.'))
    return record.mode === 'payment' ? { sessionId: record.id, paymentId: customerOf(record.payment_intent) } : null;
  const paymentId = ABOUT_CHARGES.test(type) ? customerOf(record.payment_intent) : null;
  return paymentId === null ? null : { sessionId: null, paymentId };
}

/** Returns the transfer that an event reports as reversed. */
export function transferOfEvent({ type, data }: Stripe.Event): string | null {
  return type === 'transfer.reversed' ? (data.object as unknown as EventRecord).id : null;
}
