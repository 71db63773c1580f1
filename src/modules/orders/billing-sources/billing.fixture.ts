import { expect } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { silentLog } from '../../../../tests/harness/embedded.ts';
import { type BillingEventBody, signBilling } from '../../../../tests/harness/peers/stripe-billing.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { settleBilling } from './settle-billing.ts';

export const NOW = new Date('2026-09-15T12:00:00Z');
const DAY_MS = 86_400_000;
export const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
/** 20 % for two months, then 5 % without an end. */
const STEPS = [
  { months: 2, cpa: 0.2 },
  { months: null, cpa: 0.05 },
];

/** An application with stores that have connected Stripe. Call it at the top of a test file. */
export async function openBilling() {
  const clock = { now: NOW };
  const { application, cast } = await createPopulatedApplication({ now: () => clock.now });
  const { market, database, app } = application;
  const calendar = createCalendar('UTC');
  const record = clickRecorder(database, calendar);
  const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  const call = (
    method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    role: Role = 'advertiser',
  ) => application.call({ method, url, body, as: cast.tokens[role] });
  const settle = () =>
    settleBilling({ db: database.db, now: () => clock.now, log: silentLog() }, { calendar, quietMs: 0 });

  /** A store of the advertiser that pays 10 % (12 % billed), with a programme and a connected source, and a creator's link to it. */
  async function aStore({
    currency = 'SEK',
    programme = { steps: STEPS } as object | null,
    settings = {} as object,
  } = {}) {
    const storeId = await market.store({ currency, domains: [`${unique()}.example`] });
    await market.member(storeId, cast.ids.advertiser);
    await market.price({ storeId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7, agencyShare: 0.1 });
    const link = await market.link({ userId: cast.ids.creator, storeId });
    const secret = `whsec_${unique()}${unique()}`;
    const path = (rest: string) => `/v2/stores/${storeId}/${rest}`;
    if (programme !== null) {
      expect((await call('PUT', path('customer-programme'), programme)).status).toBe(200);
      await query('UPDATE customer_programmes SET created_at = $2 WHERE store_id = $1', [storeId, daysAgo(400)]);
    }
    expect((await call('PUT', path('billing-sources/stripe'), { secret, ...settings })).status).toBe(200);
    /** Sends bytes that are signed with a secret; with this store's, now, unless stated. */
    const post = async (
      body: string,
      { secrets = [secret], at = clock.now }: { secrets?: string[]; at?: Date } = {},
    ) => {
      const url = `/v2/webhooks/billing-sources/stripe/${storeId}`;
      const reply = await app.inject({
        method: 'POST',
        url,
        headers: signBilling(body, { at, secrets }),
        payload: body,
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    const deliver = async (...events: BillingEventBody[]) => {
      const outcomes: string[] = [];
      for (const event of events) {
        const { status, body } = await post(JSON.stringify(event));
        expect([status, body.received]).toEqual([200, true]);
        outcomes.push(body.outcome);
      }
      return outcomes;
    };
    return {
      storeId,
      secret,
      path,
      post,
      deliver,
      /** The id of a click on the link an hour before a time. */
      async click(at: Date): Promise<string> {
        await record([{ code: link.code, at: new Date(at.getTime() - 3_600_000) }]);
        const [row] = await query('SELECT id FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [link.id]);
        return row.id;
      },
      /** Delivers events and settles them. */
      async receive(...events: BillingEventBody[]) {
        const outcomes = await deliver(...events);
        await settle();
        return outcomes;
      },
      orders: () =>
        query(
          `SELECT order_id, original_minor AS value, original_currency AS currency, original_refunded_minor AS refunded, order_at AS at, attribution, user_id,
             unattributed_reason AS reason, cost_minor AS cost, status FROM orders WHERE store_id = $1 AND event_kind_id IS NULL ORDER BY order_at, order_id`,
          [storeId],
        ),
      events: () =>
        query(
          `SELECT o.order_id, k.code, o.order_at AS at, o.attribution, o.cost_minor AS cost FROM orders o JOIN event_kinds k ON k.id = o.event_kind_id
           WHERE o.store_id = $1 ORDER BY o.order_at, k.code`,
          [storeId],
        ),
      source: async () => (await call('GET', path('billing-sources'))).body.data[0],
    };
  }
  return { application, cast, clock, query, call, settle, aStore };
}
