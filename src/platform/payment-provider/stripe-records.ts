import type Stripe from 'stripe';
import type { PaymentMethod, ProviderEvent, ProviderSetup } from './provider.ts';

/** Stripe writes a record as its id, or, when asked to, whole. */
type Reference = string | { id: string } | null | undefined;

/** The id of a customer, however it is written; null without one. */
export function customerOf(customer: Reference): string | null {
  if (customer === null || customer === undefined) return null;
  return typeof customer === 'string' ? customer : customer.id;
}

/** A set-up whose method is written whole. A method that was taken away has no customer any more. */
export function setupOf(intent: Stripe.SetupIntent): ProviderSetup {
  const { id, status, payment_method: method } = intent;
  const isComplete = status === 'succeeded';
  const isHeld = isComplete && method !== null && typeof method !== 'string' && customerOf(method.customer) !== null;
  return { id, customerId: customerOf(intent.customer), isComplete, method: isHeld ? methodOf(method) : null };
}

/** What of a method may be shown; each kind keeps its details under its own name. */
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

/** What happens to set-ups, to the methods in them, and to customers. */
const HEARD = new Set([
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
  customer?: Reference;
  payment_method?: Reference;
}

/** Whom an event is about; null for one that says nothing of how anybody pays. */
export function aboutWhom({ type, data }: Stripe.Event): ProviderEvent['about'] {
  if (!HEARD.has(type)) return null;
  const record = data.object as unknown as EventRecord;
  if (type === 'customer.deleted') return { customerId: record.id, methodId: null };
  // A method that was detached has no customer; the event says whose it was.
  const before = data.previous_attributes as { customer?: Reference } | undefined;
  const isMethod = type.startsWith('payment_method.');
  return {
    customerId: customerOf(record.customer) ?? customerOf(before?.customer),
    methodId: isMethod ? record.id : customerOf(record.payment_method),
  };
}
