import { createHmac } from 'node:crypto';
import { unique } from '../unique.ts';

/** An event of Stripe Billing, before it is signed. */
export interface BillingEventBody {
  id: string;
  type: string;
  created: number;
  livemode: boolean;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
}

interface InvoiceFacts {
  at: Date;
  /** In the smallest unit that Stripe uses. */
  total?: number;
  /** The total without tax; the whole total unless given. */
  net?: number;
  /** What was due after the credit of the customer; the total unless given. */
  due?: number;
  currency?: string;
  reason?: string;
  tclid?: string;
}

/** A paid invoice with its payment. */
export interface PaidInvoice {
  id: string;
  payment: string;
  charge: string;
  currency: string;
  due: number;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/**
 * A customer of Stripe Billing with one subscription, as its public reference describes the objects of events.
 * @param options.isEarlier events have the form of versions before 2025-03-31, in which invoices name their payment
 * @param options.isTest events of the test mode
 */
export function openSubscription({ isEarlier = false, isTest = false } = {}) {
  const customer = `cus_${unique()}`;
  const subscription = `sub_${unique()}`;
  const refunded = new Map<string, number>();
  const event = (
    type: string,
    at: Date,
    object: Record<string, unknown>,
    previous?: Record<string, unknown>,
  ): BillingEventBody => ({
    id: `evt_${unique()}`,
    type,
    created: seconds(at),
    livemode: !isTest,
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
  });
  const ofSubscription = (status: string, trial: { from: Date; to: Date } | null, at: Date, tclid?: string) => ({
    id: subscription,
    object: 'subscription',
    customer,
    status,
    start_date: seconds(at),
    trial_start: trial === null ? null : seconds(trial.from),
    trial_end: trial === null ? null : seconds(trial.to),
    metadata: tclid === undefined ? {} : { tclid },
  });
  return {
    customer,
    subscription,
    /** A checkout that began the subscription, with the click as the store has passed it. */
    checkout: (at: Date, { reference, tclid }: { reference?: string | null; tclid?: string }) =>
      event('checkout.session.completed', at, {
        id: `cs_${unique()}`,
        object: 'checkout.session',
        mode: 'subscription',
        client_reference_id: reference ?? null,
        customer,
        subscription,
        invoice: null,
        metadata: tclid === undefined ? {} : { tclid },
      }),
    /** A paid invoice: the events that Stripe sends about it. */
    invoice({ at, total = 12_500, net = total, due = total, currency = 'sek', reason, tclid }: InvoiceFacts) {
      const id = `in_${unique()}`;
      const payment = `pi_${unique()}`;
      const details = { subscription, metadata: tclid === undefined ? {} : { tclid } };
      const paid = event('invoice.paid', at, {
        id,
        object: 'invoice',
        customer,
        currency,
        billing_reason: reason ?? 'subscription_cycle',
        total,
        total_excluding_tax: net,
        amount_due: due,
        amount_paid: due,
        status: 'paid',
        status_transitions: { paid_at: seconds(at) },
        metadata: {},
        ...(isEarlier
          ? { subscription, subscription_details: details, payment_intent: due > 0 ? payment : null }
          : { parent: { type: 'subscription_details', subscription_details: details } }),
      });
      const linked = event('invoice_payment.paid', at, {
        id: `inpay_${unique()}`,
        object: 'invoice_payment',
        invoice: id,
        amount_paid: due,
        currency,
        status: 'paid',
        payment: { type: 'payment_intent', payment_intent: payment },
      });
      const invoice: PaidInvoice = { id, payment, charge: `ch_${unique()}`, currency, due };
      return { invoice, events: isEarlier || due <= 0 ? [paid] : [paid, linked] };
    },
    /** A refund of a part of an invoice: the events that Stripe sends about it. */
    refund(invoice: PaidInvoice, at: Date, amount: number) {
      const sum = (refunded.get(invoice.id) ?? 0) + amount;
      refunded.set(invoice.id, sum);
      const refund = {
        id: `re_${unique()}`,
        object: 'refund',
        amount,
        currency: invoice.currency,
        charge: invoice.charge,
        payment_intent: invoice.payment,
        status: 'succeeded',
      };
      return {
        events: [
          event('refund.created', at, refund),
          event('charge.refunded', at, {
            id: invoice.charge,
            object: 'charge',
            amount: invoice.due,
            amount_refunded: sum,
            currency: invoice.currency,
            payment_intent: invoice.payment,
            ...(isEarlier ? { invoice: invoice.id } : {}),
          }),
        ],
        /** The refund did not reach the customer. */
        failed: (later: Date) => event('refund.failed', later, { ...refund, status: 'failed' }),
      };
    },
    creditNote: (invoice: PaidInvoice, at: Date, { outside, isVoid = false }: { outside: number; isVoid?: boolean }) =>
      event(isVoid ? 'credit_note.voided' : 'credit_note.created', at, {
        id: `cn_${invoice.id}`,
        object: 'credit_note',
        invoice: invoice.id,
        currency: invoice.currency,
        out_of_band_amount: outside,
        refunds: [],
        status: isVoid ? 'void' : 'issued',
      }),
    dispute: (invoice: PaidInvoice, at: Date, status: string, amount = invoice.due) =>
      event(status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed', at, {
        id: `du_${invoice.id}`,
        object: 'dispute',
        amount,
        currency: invoice.currency,
        charge: invoice.charge,
        payment_intent: invoice.payment,
        status,
      }),
    created: (at: Date, { trialEnd, tclid }: { trialEnd?: Date; tclid?: string } = {}) =>
      event(
        'customer.subscription.created',
        at,
        trialEnd === undefined
          ? ofSubscription('active', null, at, tclid)
          : ofSubscription('trialing', { from: at, to: trialEnd }, at, tclid),
      ),
    /** The trial has ended, and the subscription goes on. */
    activated: (at: Date, trial: { from: Date; to: Date }) =>
      event('customer.subscription.updated', at, ofSubscription('active', trial, trial.from), { status: 'trialing' }),
    /** Another plan, which changes no status. */
    replanned: (at: Date) =>
      event('customer.subscription.updated', at, ofSubscription('active', null, at), { items: {} }),
  };
}

/** Signs an event as Stripe does: HMAC-SHA256 over the time, a dot and the body. https://docs.stripe.com/webhooks/signature */
export function signBilling(
  body: string,
  { at, secrets }: { at: Date; secrets: readonly string[] },
): Record<string, string> {
  const t = seconds(at);
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`);
  return {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': [`t=${t}`, ...signatures, 'v0=6ffbb59b'].join(','),
  };
}
