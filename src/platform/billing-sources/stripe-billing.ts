import Stripe from 'stripe';
import { nearestStripeAmount } from '../payment-provider/stripe-amounts.ts';
import type { BilledAmount, BillingEvent, BillingSource } from './billing-source.ts';
import { proportion } from './proportion.ts';
import { at, type Fields, fieldsOf, instantAt, listAt, objectOf, textAt, wholeAt } from './read-json.ts';

/** Limits the age of a signed event, against replays. */
const TOLERANCE_SECONDS = 300;

/** Stripe Billing. No request is sent to Stripe: the events contain what orders need. */
export const stripeBilling: BillingSource = {
  events: [
    'checkout.session.completed',
    'invoice.paid',
    'invoice_payment.paid',
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'credit_note.created',
    'credit_note.voided',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'customer.subscription.created',
    'customer.subscription.updated',
  ],
  isSigned: (body, headers, { secrets, at: arrivedAt }) => {
    const header = headers['stripe-signature'];
    if (typeof header !== 'string') return false;
    return secrets.some((secret) => isSignedWith(secret, { body, header, arrivedAt }));
  },
  read: (body) => {
    const event = objectOf(body);
    const kind = event === null ? null : textAt(event, 'type');
    const happenedAt = event === null ? null : instantAt(event, 'created');
    const object = event === null ? null : fieldsOf(at(event, 'data', 'object'));
    if (event === null || kind === null || happenedAt === null || object === null) return null;
    const read: BillingEvent = { kind, at: happenedAt, isTest: event['livemode'] !== true, records: [], errors: {} };
    const previous = fieldsOf(at(event, 'data', 'previous_attributes')) ?? {};
    READERS[kind]?.(object, read, previous);
    return read;
  },
};

function isSignedWith(
  secret: string,
  { body, header, arrivedAt }: { body: Buffer; header: string; arrivedAt: Date | null },
): boolean {
  try {
    const tolerance = arrivedAt === null ? Number.MAX_SAFE_INTEGER : TOLERANCE_SECONDS;
    Stripe.webhooks.constructEvent(body, header, secret, tolerance, undefined, arrivedAt?.getTime());
    return true;
  } catch {
    return false;
  }
}

/** Adds what an event says of its object. */
type Reader = (object: Fields, event: BillingEvent, previous: Fields) => void;

const READERS: Readonly<Record<string, Reader>> = {
  'invoice.paid': readInvoice,
  'checkout.session.completed': readCheckout,
  'invoice_payment.paid': readInvoicePayment,
  'charge.refunded': readCharge,
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'credit_note.created': readCreditNote,
  'credit_note.voided': readCreditNote,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
  'customer.subscription.created': readSubscription,
  'customer.subscription.updated': (object, event, previous) => {
    // Every change of a plan is such an event, also of subscriptions that began years ago.
    if ('status' in previous) readSubscription(object, event);
  },
};

/**
 * A paid invoice. Its value is the total without tax, as far as it was due: what the credit of a customer has paid was paid by an earlier invoice. Invoices of
 * trials, and credits of plan changes, are no sales.
 */
function readInvoice(invoice: Fields, event: BillingEvent): void {
  const id = textAt(invoice, 'id');
  const total = wholeAt(invoice, 'total') ?? 0;
  const due = wholeAt(invoice, 'amount_due') ?? total;
  const net = wholeAt(invoice, 'total_excluding_tax') ?? total - taxOf(invoice);
  if (id === null || total <= 0 || due <= 0 || net <= 0) return;
  const amount = moneyIn(invoice, event, proportion(net, due, total));
  const paid = moneyIn(invoice, event, due);
  if (amount === null || paid === null || amount.minor <= 0) return;
  const details = fieldsOf(at(invoice, 'parent', 'subscription_details')) ?? fieldsOf(invoice['subscription_details']);
  event.records.push({
    kind: 'sale',
    id,
    sale: id,
    subscription: textAt(details ?? {}, 'subscription') ?? textAt(invoice, 'subscription'),
    customer: textAt(invoice, 'customer'),
    click: clickOf(invoice) ?? clickOf(details ?? {}),
    at: instantAt(invoice, 'status_transitions', 'paid_at') ?? event.at,
    amount,
    paidMinor: paid.minor,
  });
  // Versions before 2025-03-31 name the payment here, later ones in events of their own.
  for (const payment of [invoice, ...listAt(invoice, 'payments', 'data').map((one) => fieldsOf(one['payment']) ?? {})])
    addPayment(event, paymentOf(payment), id);
}

/** The tax of an invoice of a version without a total that excludes it. */
function taxOf(invoice: Fields): number {
  const taxes = [...listAt(invoice, 'total_taxes'), ...listAt(invoice, 'total_tax_amounts')];
  if (taxes.length === 0) return wholeAt(invoice, 'tax') ?? 0;
  return taxes.reduce((sum, tax) => sum + (wholeAt(tax, 'amount') ?? 0), 0);
}

function readCheckout(session: Fields, event: BillingEvent): void {
  const id = textAt(session, 'id');
  const click = clickOf(session) ?? textAt(session, 'client_reference_id');
  if (id === null || click === null) return;
  event.records.push({
    kind: 'checkout',
    id,
    sale: textAt(session, 'invoice'),
    subscription: textAt(session, 'subscription'),
    customer: textAt(session, 'customer'),
    click,
  });
}

function readInvoicePayment(paid: Fields, event: BillingEvent): void {
  const invoice = textAt(paid, 'invoice');
  if (invoice !== null) addPayment(event, paymentOf(fieldsOf(paid['payment']) ?? {}), invoice);
}

function addPayment(event: BillingEvent, payment: string | null, sale: string): void {
  if (payment !== null) event.records.push({ kind: 'payment', id: payment, payment, sale });
}

/** Refunds, disputes and charges name both; charges that were made without a payment intent only themselves. */
const paymentOf = (fields: Fields): string | null => textAt(fields, 'payment_intent') ?? textAt(fields, 'charge');

function readCharge(charge: Fields, event: BillingEvent): void {
  const id = textAt(charge, 'id');
  const amount = moneyIn(charge, event, wholeAt(charge, 'amount_refunded'));
  const sale = textAt(charge, 'invoice');
  const payment = textAt(charge, 'payment_intent') ?? id;
  if (id !== null && amount !== null) event.records.push({ kind: 'refunded', id, sale, payment, amount });
}

const UNSUCCESSFUL = new Set(['failed', 'canceled']);

function readRefund(refund: Fields, event: BillingEvent): void {
  const id = textAt(refund, 'id');
  const amount = moneyIn(refund, event, wholeAt(refund, 'amount'));
  if (id === null || amount === null) return;
  const status = textAt(refund, 'status') ?? '';
  const counts = !UNSUCCESSFUL.has(status);
  const rank = counts ? Number(status === 'succeeded') + 1 : 3;
  event.records.push({ kind: 'refund', id, payment: paymentOf(refund), amount, counts, rank });
}

/**
 * A credit note: what was repaid outside of Stripe, and which refunds belong to the invoice. What it adds to the credit of the customer is no repayment: later
 * invoices are worth less by it.
 */
function readCreditNote(note: Fields, event: BillingEvent): void {
  const id = textAt(note, 'id');
  const sale = textAt(note, 'invoice');
  if (id === null || sale === null) return;
  const counts = note['status'] !== 'void';
  const outside = moneyIn(note, event, wholeAt(note, 'out_of_band_amount') ?? 0);
  if (outside !== null && outside.minor > 0)
    event.records.push({ kind: 'credit', id, sale, amount: outside, counts, rank: Number(!counts) });
  // A void credit note takes no refund back.
  for (const one of counts ? listAt(note, 'refunds') : []) {
    const refund = textAt(one, 'refund');
    const amount = moneyIn(note, event, wholeAt(one, 'amount_refunded'));
    if (refund !== null && amount !== null) event.records.push({ kind: 'refund', id: refund, sale, amount });
  }
}

/** In these states, the disputed amount is not the store's; an early inquiry leaves it there. */
const WITHDRAWN = new Set(['needs_response', 'under_review', 'lost']);
const CLOSED = new Set(['won', 'lost', 'warning_closed', 'prevented']);

function readDispute(dispute: Fields, event: BillingEvent): void {
  const id = textAt(dispute, 'id');
  const amount = moneyIn(dispute, event, wholeAt(dispute, 'amount'));
  if (id === null || amount === null) return;
  const status = textAt(dispute, 'status') ?? '';
  const rank = CLOSED.has(status) ? 2 : Number(status === 'under_review');
  event.records.push({
    kind: 'dispute',
    id,
    payment: paymentOf(dispute),
    amount,
    counts: WITHDRAWN.has(status),
    rank,
  });
}

function readSubscription(subscription: Fields, event: BillingEvent): void {
  const id = textAt(subscription, 'id');
  if (id === null) return;
  const status = textAt(subscription, 'status');
  const trialEnd = instantAt(subscription, 'trial_end');
  const begunAt = trialEnd ?? instantAt(subscription, 'start_date') ?? event.at;
  event.records.push({
    kind: 'subscription',
    id,
    subscription: id,
    customer: textAt(subscription, 'customer'),
    click: clickOf(subscription),
    at: instantAt(subscription, 'trial_start'),
    // A trial that was ended early ends at that time.
    startedAt: status === 'active' ? earlier(begunAt, event.at) : null,
  });
}

const earlier = (one: Date, other: Date): Date => (one.getTime() <= other.getTime() ? one : other);

const clickOf = (fields: Fields): string | null => textAt(fields, 'metadata', 'tclid');

/** An amount of an object in its currency; null without an amount, or without a currency, which is an error of the event. */
function moneyIn(object: Fields, event: BillingEvent, amount: number | null): BilledAmount | null {
  if (amount === null || amount < 0) return null;
  const money = nearestStripeAmount(amount, textAt(object, 'currency'));
  if (money === null) event.errors['currency'] = ['must be a currency code such as EUR'];
  return money;
}
