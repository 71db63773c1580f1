import { createHmac } from 'node:crypto';
import { unique } from '../unique.ts';

interface TransactionFacts {
  at: Date;
  /** In minor units. */
  total?: number;
  tax?: number;
  /** What the credit of the customer has paid. */
  credit?: number;
  currency?: string;
}

/** A customer of Paddle Billing with one subscription, as its public reference describes the data of events. */
export function openPaddleSubscription() {
  const [customer, subscription] = [`ctm_${unique()}`, `sub_${unique()}`];
  const event = (type: string, at: Date, data: Record<string, unknown>) => ({
    event_id: `evt_${unique()}`,
    event_type: type,
    occurred_at: at.toISOString(),
    notification_id: `ntf_${unique()}`,
    data,
  });
  return {
    customer,
    subscription,
    transaction({ at, total = 12_500, tax = 0, credit = 0, currency = 'SEK' }: TransactionFacts) {
      const id = `txn_${unique()}`;
      const totals = {
        subtotal: String(total - tax),
        discount: '0',
        tax: String(tax),
        total: String(total),
        credit: String(credit),
        grand_total: String(total - credit),
        currency_code: currency,
      };
      const data = {
        id,
        status: 'completed',
        customer_id: customer,
        subscription_id: subscription,
        currency_code: currency,
        custom_data: null,
        billed_at: at.toISOString(),
        details: { totals },
      };
      return { id, event: event('transaction.completed', at, data) };
    },
    adjustment: (
      sale: string,
      at: Date,
      { action, status, total }: { action: string; status: string; total: number },
    ) =>
      event(status === 'pending_approval' ? 'adjustment.created' : 'adjustment.updated', at, {
        id: `adj_${action}_${sale}`,
        action,
        transaction_id: sale,
        customer_id: customer,
        currency_code: 'SEK',
        status,
        totals: { total: String(total), currency_code: 'SEK' },
      }),
    created: (at: Date, { tclid, trialEnd }: { tclid?: string; trialEnd?: Date } = {}) =>
      event('subscription.created', at, {
        id: subscription,
        status: trialEnd === undefined ? 'active' : 'trialing',
        customer_id: customer,
        started_at: at.toISOString(),
        custom_data: tclid === undefined ? null : { tclid },
        items: [
          {
            trial_dates:
              trialEnd === undefined ? null : { starts_at: at.toISOString(), ends_at: trialEnd.toISOString() },
          },
        ],
      }),
  };
}

/** Signs an event as Paddle does: HMAC-SHA256 over the time, a colon and the body. */
export function signPaddle(
  body: string,
  { at, secrets }: { at: Date; secrets: readonly string[] },
): Record<string, string> {
  const ts = Math.floor(at.getTime() / 1_000);
  const signatures = secrets.map(
    (secret) => `h1=${createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex')}`,
  );
  return { 'content-type': 'application/json', 'paddle-signature': [`ts=${ts}`, ...signatures].join(';') };
}
