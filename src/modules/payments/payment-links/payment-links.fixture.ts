import { beforeAll, beforeEach, expect } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { type Cast, createCast, type Role } from '../../../../tests/harness/cast.ts';
import { afterThisFile } from '../../../../tests/harness/clean-up.ts';
import {
  AFTER_CLOSING,
  type ClosedMonth,
  createClosedMonth,
  markPaid,
} from '../../../../tests/harness/closed-month.ts';
import { changingLedger } from '../../../../tests/harness/ledger.ts';
import { openStripe, type SentEvent, type StripePeer } from '../../../../tests/harness/peers/stripe.ts';
import type { PaymentSession } from '../../../../tests/harness/peers/stripe-records.ts';
import { stripeProvider } from '../../../platform/payment-provider/stripe.ts';
import { audit } from '../audit/audit.ts';

/** A closed month with open invoices, two processes and a Stripe that a test controls. Each test of a file begins with nothing paid. */
export function usePaymentLinks() {
  let now = AFTER_CLOSING;
  let stripe: StripePeer;
  let application: TestApplication;
  /** A second process. */
  let other: TestApplication;
  let cast: Cast;
  let closed: ClosedMonth;

  beforeAll(async () => {
    stripe = await openStripe(afterThisFile);
    stripe.money.now = () => Math.floor(now.getTime() / 1_000);
    const paymentProvider = stripeProvider(stripe.settings, 5_000);
    application = await createTestApplication({ now: () => now, paymentProvider });
    other = await createTestApplication({ now: () => now, paymentProvider, database: application.database });
    cast = await createCast(application);
    closed = await createClosedMonth(application, cast);
    await query('UPDATE orders SET created_at = order_at');
  });

  /** Each test begins with nothing paid. */
  beforeEach(async () => {
    now = AFTER_CLOSING;
    await query(`TRUNCATE payment_links, payment_events;
      ${changingLedger(`DELETE FROM single_entries WHERE origin_kind = 'paid'`)}
      UPDATE invoices SET paid_at = NULL WHERE credits_id IS NULL`);
  });

  const query = (text: string) => application.database.pool.query(text);
  /** The invoice in euros, or in kronor. */
  const path = (currency = 'EUR') =>
    currency === 'EUR'
      ? `/v2/stores/${cast.otherStoreId}/invoices/${closed.otherStore.id}/payment-link`
      : `/v2/stores/${cast.storeId}/invoices/${closed.store.id}/payment-link`;
  const ask = (currency = 'EUR', as: Role | null = 'admin', on = application) =>
    on.call({ method: 'POST', url: path(currency), ...(as === null ? {} : { as: cast.tokens[as] }) });
  const sessions = () => [...stripe.money.sessions.values()];
  const newest = (): PaymentSession => sessions().at(-1)!;
  async function open(currency = 'EUR'): Promise<PaymentSession> {
    const { status, body } = await ask(currency);
    expect([status, body.url]).toEqual([200, expect.stringContaining('https://checkout.stripe.example/')]);
    return newest();
  }
  const send = async ({ body, headers }: SentEvent, to = application) => {
    const reply = await to.app.inject({ method: 'POST', url: '/v2/webhooks/payment-provider', headers, payload: body });
    return { status: reply.statusCode, body: reply.json() };
  };
  const aboutSession = (type: string, { id, payment_intent }: PaymentSession, eventId?: string) =>
    stripe.event(
      `checkout.session.${type}`,
      { id, mode: 'payment', payment_intent, customer: null },
      { at: now, ...(eventId === undefined ? {} : { id: eventId }) },
    );
  const aboutCharge = (type: string, { payment_intent }: PaymentSession) =>
    stripe.event(type, { id: 'x', payment_intent }, { at: now });
  const links = async (attention = false) =>
    (await application.call({ url: `/v2/admin/payment-links?attention=${attention}`, as: cast.tokens.admin })).body
      .data;
  const isPaid = async (id = closed.otherStore.id) =>
    (await application.database.pool.query('SELECT paid_at FROM invoices WHERE id = $1', [id])).rows[0].paid_at !==
    null;
  /** The amount that is booked as paid on the store's account, and the number of bookings. */
  async function booked(id = closed.otherStore.id) {
    const { rows } = await application.database.pool.query(
      `SELECT coalesce(sum(amount_minor), 0)::int AS minor, count(*)::int AS entries FROM ledger_entries
       WHERE account = 'store' AND origin_kind = 'paid' AND origin_id = $1`,
      [String(id)],
    );
    return rows[0];
  }
  const mark = (id: number) => markPaid(application, cast, id);
  const faults = async () => (await audit(application.database.db)).filter((finding) => finding.faults > 0);
  return {
    get now() {
      return now;
    },
    set now(instant: Date) {
      now = instant;
    },
    get stripe() {
      return stripe;
    },
    get application() {
      return application;
    },
    get other() {
      return other;
    },
    get cast() {
      return cast;
    },
    get closed() {
      return closed;
    },
    query,
    ask,
    sessions,
    open,
    sendEvent: send,
    aboutSession,
    aboutCharge,
    links,
    isPaid,
    booked,
    mark,
    faults,
  };
}
