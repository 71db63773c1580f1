import type Stripe from 'stripe';
import type { HostedPaymentProvider, PaymentState, ProviderPayment } from './provider.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { isMissing, isRefusal, translated } from './stripe-failures.ts';
import { customerOf } from './stripe-records.ts';

/** States of a dispute in which Stripe has not taken the amount, or has returned it. */
const HARMLESS_DISPUTES = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);
const MAX_DISPUTES = 10;

type Payments = Pick<HostedPaymentProvider, 'requestPayment' | 'readPayment' | 'findSession' | 'closePayment'>;

/** Payments on Stripe's Checkout pages. */
export function stripePayments(stripe: Stripe): Payments {
  return {
    requestPayment: ({ reference, title, money, expiresAt, returnUrl }, idempotencyKey) =>
      translated(async () => {
        const metadata = { tributary: reference };
        const currency = money.currency.toLowerCase();
        const price = { currency, unit_amount: toStripeAmount(money), product_data: { name: title } };
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: reference,
            metadata,
            payment_intent_data: { metadata },
            line_items: [{ quantity: 1, price_data: price }],
            // A filter: Stripe offers SEPA debit for euros only.
            allowed_payment_method_types: ['card', 'sepa_debit'],
            expires_at: Math.floor(expiresAt.getTime() / 1_000),
            success_url: returnUrl,
            cancel_url: returnUrl,
          },
          { idempotencyKey },
        );
        if (url === null) throw new Error(`Stripe's session ${id} has no page`);
        return { sessionId: id, url };
      }),

    readPayment: (sessionId) =>
      translated(async () => {
        const session = await found(() =>
          stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }),
        );
        return session === null ? null : paymentOf(stripe, session);
      }),

    findSession: (paymentId) =>
      translated(async () => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 });
        return data[0]?.id ?? null;
      }),

    closePayment: (sessionId) =>
      translated(async () => {
        try {
          await stripe.checkout.sessions.expire(sessionId);
        } catch (error) {
          // The payment was made, or the page has expired.
          if (!isRefusal(error)) throw error;
        }
      }),
  };
}

async function paymentOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<ProviderPayment> {
  return {
    sessionId: session.id,
    paymentId: customerOf(session.payment_intent),
    reference: session.client_reference_id,
    money: fromStripeAmount(session.amount_total, session.currency),
    state: await stateOf(stripe, session),
  };
}

async function stateOf(stripe: Stripe, session: Stripe.Checkout.Session): Promise<PaymentState> {
  if (session.status === 'open') return 'open';
  if (session.status === 'expired') return 'expired';
  const { payment_intent: intent } = session;
  if (session.payment_status !== 'paid' || intent === null || typeof intent === 'string')
    return intent !== null && typeof intent !== 'string' && intent.status === 'processing' ? 'processing' : 'failed';
  const { latest_charge: charge } = intent;
  if (charge === null || typeof charge === 'string') return 'processing';
  if (charge.disputed && (await isTaken(stripe, intent.id))) return 'disputed';
  if (charge.amount_refunded >= charge.amount) return 'refunded';
  return charge.amount_refunded > 0 || intent.amount_received !== session.amount_total ? 'partly_refunded' : 'paid';
}

/** Whether a dispute has taken the amount. A SEPA debit that the payer's bank returns is a dispute, too. */
async function isTaken(stripe: Stripe, paymentId: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: MAX_DISPUTES });
  return data.some(({ status }) => !HARMLESS_DISPUTES.has(status));
}

/** Runs a read; null when Stripe has no such record. */
export async function found<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
