import type pg from 'pg';
import { createToken } from '../../src/modules/accounts/index.ts';
import { closePeriod } from '../../src/modules/payments/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { bookOrder } from '../harness/booked-orders.ts';
import { createMarket } from '../harness/market.ts';

/**
 * A request to a route that accepts an Idempotency-Key, a different one that must be refused under the same key, and the count of
 * its effects.
 */
export interface KeyedRequest {
  route: string;
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  body: unknown;
  /** The table of a file instead of a body. */
  csv?: string;
  as: 'advertiser' | 'admin';
  another: { url?: string; body?: unknown; csv?: string };
  /** Counts its effects; `none` for a route that only reads. */
  effects: string | 'none';
}

/** People, and the subjects of each round of requests. */
export interface KeyedScene {
  tokens: Record<'advertiser' | 'admin', string>;
  /** The same routes with records of their own in each round, one for each route. */
  rounds: KeyedRequest[][];
  /** Invoices that must be marked as paid before the rounds begin. */
  paidFirst: number[];
}

const calendar = createCalendar('UTC');
const company = {
  name: 'Tributary AB',
  lines: [],
  vatNumber: null,
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};

/** The month `count` months from now, as `YYYY-MM`. */
function monthFromNow(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 1)).toISOString().slice(0, 7);
}

/** Creates the records for `count` rounds: a closed month with invoices, later months to close, orders, a campaign. */
export async function makeKeyedScene(pool: pg.Pool, count: number): Promise<KeyedScene> {
  const market = createMarket(pool);
  const db = new SqlDatabase(pool);
  const now = () => new Date();
  const tokenOf = async (userId: number) => (await createToken({ db, now }, { userId, purpose: 'api' })).raw;
  const [advertiser, admin] = [await market.user(), await market.user({ isAdmin: true })];
  const storeId = await market.store();
  await market.member(storeId, advertiser);
  const campaignId = await market.campaign({ storeId, type: 'user_accept' });
  const firstMonth = monthFromNow(-count - 1);
  const rounds: KeyedRequest[][] = [];
  const creators: { ids: number[]; participants: number[]; orders: number[] }[] = [];
  for (let round = 0; round < count; round++) {
    const [ids, participants, orders]: [number[], number[], number[]] = [[], [], []];
    for (let index = 0; index < 4; index++) {
      const userId = await market.user();
      ids.push(userId);
      participants.push(await market.participant({ campaignId, userId }));
      const { id: linkId } = await market.link({ userId, storeId });
      const booking = { linkId, campaignId: null, valueMinor: 10_000, cpaPpm: 100_000 };
      await bookOrder(pool, { ...booking, day: `${firstMonth}-10` });
      if (index === 0) await bookOrder(pool, { ...booking, day: `${monthFromNow(round - count)}-10` });
      if (index < 2) await bookOrder(pool, { ...booking, day: `${monthFromNow(0)}-01`, status: 'pending' });
    }
    const { rows } = await pool.query(`SELECT id FROM orders WHERE status = 'pending' ORDER BY id DESC LIMIT 2`);
    orders.push(...rows.map(({ id }) => id));
    creators.push({ ids, participants, orders });
  }
  await closePeriod({ db, now, actorId: null }, { calendar, company }, { month: firstMonth });
  const statements = await pool.query<{ id: number; user_id: number }>(
    `SELECT id, user_id FROM invoices WHERE kind = 'creator'`,
  );
  const invoiceOf = new Map(statements.rows.map(({ id, user_id }) => [user_id, id]));
  const numbers = await pool.query<{ id: number; order_id: string }>('SELECT id, order_id FROM orders');
  const numberOf = new Map(numbers.rows.map(({ id, order_id }) => [id, order_id]));
  for (const [round, { ids, participants, orders }] of creators.entries()) {
    const invoices = ids.map((id) => invoiceOf.get(id)!);
    const about = { round, storeId, campaignId, ids, participants, orders, invoices };
    rounds.push(requestsOf({ ...about, decided: numberOf.get(orders[1]!)!, month: monthFromNow(round - count) }));
  }
  return {
    tokens: { advertiser: await tokenOf(advertiser), admin: await tokenOf(admin) },
    rounds,
    paidFirst: creators.map(({ ids }) => invoiceOf.get(ids[2]!)!),
  };
}

interface Subjects {
  round: number;
  storeId: number;
  campaignId: number;
  ids: number[];
  participants: number[];
  orders: number[];
  invoices: number[];
  decided: string;
  month: string;
}

function requestsOf({ round, storeId, campaignId, ids, participants, orders, invoices, decided, month }: Subjects) {
  const store = `/v2/stores/${storeId}`;
  const legacy = `/stores/${storeId}`;
  const sum = (major: number) => ({ payment_amount: { amount: `${major}.00`, currency: 'SEK' } });
  const refund = (amount: string) => ({ refunded: { amount, currency: 'SEK' } });
  const once = (minor: number) => ({
    user_earnings: minor,
    comment: `round ${round}`,
    payment_date: new Date().toISOString().slice(0, 10),
  });
  const events = (kind: string, id: number) =>
    `SELECT count(*)::int AS n FROM order_events WHERE kind = '${kind}' AND order_row_id = ${id}`;
  const agreed = (id: number, major: number) =>
    `SELECT count(*)::int AS n FROM participants WHERE id = ${id} AND payment_amount_minor = ${major * 100}`;
  const paid = (id: number) =>
    `SELECT count(DISTINCT booking)::int AS n FROM ledger_entries WHERE origin_kind = 'paid' AND origin_id = '${id}'`;
  const byStore = (request: Omit<KeyedRequest, 'as'>): KeyedRequest => ({ ...request, as: 'advertiser' });
  const byAdmin = (request: Omit<KeyedRequest, 'as'>): KeyedRequest => ({ ...request, as: 'admin' });
  return [
    byStore({
      route: 'report an order',
      method: 'POST',
      url: `${store}/orders`,
      body: { order_id: `I-${round}`, order_value: 100 },
      another: { body: { order_id: 'X', order_value: 1 } },
      effects: `SELECT count(*)::int AS n FROM orders WHERE order_id = 'I-${round}'`,
    }),
    byStore({
      route: 'refund an order',
      method: 'PATCH',
      url: `${store}/orders/${orders[0]}`,
      body: refund('10.00'),
      another: { body: refund('20.00') },
      effects: events('refund', orders[0]!),
    }),
    byStore({
      route: 'decide orders',
      method: 'POST',
      url: `${store}/order-decisions`,
      body: { orders: [{ order_id: decided, status: 'approved' }] },
      another: { body: { orders: [{ order_id: decided, status: 'denied' }] } },
      effects: events('status', orders[1]!),
    }),
    byStore({
      route: 'agree on a sum',
      method: 'PUT',
      body: sum(100),
      another: { body: sum(200) },
      url: `/v2/offers/${campaignId}/participants/${participants[0]}/payment-amount`,
      effects: agreed(participants[0]!, 100),
    }),
    byStore({
      route: 'agree on a sum, unversioned',
      method: 'POST',
      body: undefined,
      url: `${legacy}/offer-users/${participants[1]}/payment-amount/300`,
      another: { url: `${legacy}/offer-users/${participants[1]}/payment-amount/400` },
      effects: agreed(participants[1]!, 300),
    }),
    byStore({
      route: 'pay once',
      method: 'POST',
      url: `${legacy}/user/${ids[0]}/oneTimePayment`,
      body: once(5_000),
      another: { body: once(6_000) },
      effects: `SELECT count(*)::int AS n FROM one_time_payments WHERE comment = 'round ${round}'`,
    }),
    byAdmin({
      route: 'a creator’s latest invoices',
      method: 'POST',
      body: undefined,
      effects: 'none',
      url: `/v2/payments/generate-creator-invoice/${ids[3]}`,
      another: { url: `/v2/payments/generate-creator-invoice/${ids[2]}` },
    }),
    byAdmin({
      route: 'take a payment back',
      method: 'POST',
      body: undefined,
      url: `/v2/payments/invoices/${invoices[2]}/take-back-payment`,
      another: { url: `/v2/payments/invoices/${invoices[1]}/take-back-payment` },
      // Counts the payment and its reversal. The payment existed before.
      effects: paid(invoices[2]!).replace('::int', '::int - 1'),
    }),
    byAdmin({
      route: 'mark as paid',
      method: 'POST',
      url: '/v2/payments/mark-invoices-as-paid',
      body: undefined,
      csv: `invoice_id\n${invoices[1]}\n`,
      another: { csv: `invoice_id\n${invoices[3]}\n` },
      effects: paid(invoices[1]!),
    }),
    byAdmin({
      route: 'match ids of accounting',
      method: 'POST',
      url: '/v2/payments/upload-ax-id-matching',
      body: undefined,
      csv: `invoice_id,ax_id\n${invoices[0]},AX-${round}\n`,
      another: { csv: `invoice_id,ax_id\n${invoices[3]},AX-other-${round}\n` },
      effects: `SELECT count(*)::int AS n FROM invoices WHERE ax_id = 'AX-${round}'`,
    }),
    byAdmin({
      route: 'say who pays',
      method: 'POST',
      url: '/v2/payments/systems-config',
      body: { date: '2199-01-01', user_id: ids[0], system: 1 },
      another: { body: { date: '2199-01-01', user_id: ids[0], system: 0 } },
      effects: `SELECT count(*)::int AS n FROM audit_log WHERE action = 'payment_system.set' AND subject_id = ${ids[0]}`,
    }),
    byAdmin({
      route: 'close a month',
      method: 'POST',
      url: `/v2/payments/periods/${month}/close`,
      body: undefined,
      another: { url: `/v2/payments/periods/${monthFromNow(0)}/close` },
      effects: `SELECT count(*)::int AS n FROM audit_log WHERE action = 'period.closed' AND details ->> 'month' = '${month}'`,
    }),
  ];
}
