import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { MAX_UNCONFIRMED, purgeUnconfirmed } from '../collectors/keep-unconfirmed.ts';

let clock = new Date('2026-03-15T12:10:00Z');
const usual = { RATE_LIMIT_MAX: '300', PUBLIC_REPORTS_PER_ADDRESS: '100000', PUBLIC_REPORTS_PER_PROXY: '100000' };
/** At the default limits of unsigned reports. */
const market = await openMarket({});
/** With a small day. */
const small = await openMarket({ PUBLIC_REPORTS_PER_STORE_DAY: '5' });

async function openMarket(environment: Record<string, string>) {
  const application = await createTestApplication({ now: () => clock, environment: { ...usual, ...environment } });
  const { app, call, database } = application;
  const query = async (text: string, values?: unknown[]) => (await database.pool.query(text, values)).rows;
  /** A store with a member, and the ways in which its shoppers report. */
  const openStore = async () => {
    const storeId = await application.market.store({ domains: ['shop.example'] });
    const member = await application.market.user();
    await application.market.member(storeId, member);
    const as = await application.tokenOf(member);
    const [{ tracking_key: key }] = await query('SELECT tracking_key FROM stores WHERE id = $1', [storeId]);
    const report = async (
      number: string,
      {
        from = '203.0.113.9',
        path = 'px',
        ...fields
      }: { from?: string; path?: string; value?: string; signature?: string; tclid?: string; order_age?: string } = {},
    ) => {
      const { value = '10.00', ...others } = fields;
      const url = `/${path}/${key}.gif?${new URLSearchParams({ order_id: number, order_value: value, currency: 'SEK', ...others })}`;
      return (await app.inject({ url, headers: { 'x-forwarded-for': from } })).statusCode;
    };
    const list = async () => (await call({ url: `/v2/stores/${storeId}/unconfirmed-reports`, as })).body;
    const decide = (body: Record<string, unknown>, who: string | undefined = as) =>
      call({ method: 'POST', url: `/v2/stores/${storeId}/unconfirmed-reports/decisions`, as: who, body });
    const orders = async (condition = 'true') =>
      (await query(`SELECT order_id FROM orders o WHERE store_id = $1 AND ${condition} ORDER BY id`, [storeId])).map(
        ({ order_id: number }) => number,
      );
    const sign = async () => {
      const url = `/v2/advertisers/${storeId}/order-signing-secrets`;
      const { secret } = (await call({ method: 'POST', url, as })).body;
      return (number: string) => createHmac('sha256', secret).update(`${number}|10.00|SEK`).digest('hex');
    };
    return { storeId, member, as, report, list, decide, orders, sign };
  };
  return { ...application, query, openStore };
}

const times = <T>(n: number, work: (n: number) => Promise<T>) =>
  Array.from({ length: n }, (_, index) => index).reduce<Promise<T[]>>(
    async (done, index) => [...(await done), await work(index)],
    Promise.resolve([]),
  );

describe('Unsigned reports of pages at default limits', () => {
  it('are limited for an address and store, which leaves other addresses, other stores and signed reports alone', async () => {
    const store = await market.openStore();
    const sign = await store.sign();
    const flood = await times(400, (n) => store.report(`flood-${n}`));
    expect(flood.filter((status) => status === 200)).toHaveLength(60);
    expect(await times(75, (n) => store.report(`real-${n}`, { from: `198.51.100.${n}` }))).toEqual(Array(75).fill(200));
    expect(await store.report('signed', { signature: sign('signed') })).toBe(200);
    expect(await store.orders("order_id LIKE 'real%'")).toHaveLength(75);
    expect(await store.orders('signed')).toEqual(['signed']);
    expect(await (await market.openStore()).report('other')).toBe(200);
  });

  it('have one budget for the /64 of an IPv6 address', async () => {
    const store = await market.openStore();
    const statuses = await times(61, (n) => store.report(`six-${n}`, { from: `2001:db8:1:1::${n.toString(16)}` }));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await store.report('next', { from: '2001:db8:1:2::1' })).toBe(200);
  });

  it('through the proxy of a store have no budget for a minute, and are kept above one address’s share of the day', async () => {
    const store = await market.openStore();
    const statuses = await times(130, (n) => store.report(`proxy-${n}`, { path: 'trb' }));
    expect(statuses).toEqual(Array(130).fill(200));
    expect(await store.orders()).toHaveLength(100);
    expect((await store.list()).kept).toBe(30);
    expect(await store.report('other', { path: 'trb', from: '198.51.100.1' })).toBe(200);
    expect(await store.orders("order_id = 'other'")).toHaveLength(1);
  });
});

describe('Reports above the limit of a store’s day', () => {
  it('are kept without effect and without an event, and told to the store once a day', async () => {
    const store = await small.openStore();
    expect(await times(8, (n) => store.report(`o-${n}`, { from: `198.51.100.${n}` }))).toEqual(Array(8).fill(200));
    expect(await store.orders()).toHaveLength(5);
    expect(await store.list()).toMatchObject({
      data: [{ hour: '2026-03-15T12:00:00.000Z', reports: 3, attributed: 0, orders: 5 }],
      kept: 3,
      capacity: MAX_UNCONFIRMED,
      kept_days: 14,
      today: { orders: 5, limit: 5, dropped: 0 },
    });
    // A repetition is kept once.
    await store.report('o-7', { from: '198.51.100.7' });
    expect((await store.list()).kept).toBe(3);
    const told = await small.query("SELECT user_id FROM notifications WHERE message = 'reports_unconfirmed'");
    expect(told.filter(({ user_id: id }) => id === store.member)).toHaveLength(1);
    const events = await small.query("SELECT FROM event_outbox WHERE type LIKE 'order.%' AND store_id = $1", [
      store.storeId,
    ]);
    expect(events).toEqual([]);
  });

  it('are not reached by repetitions, refused reports, and signed reports', async () => {
    const store = await small.openStore();
    const sign = await store.sign();
    await times(10, () => store.report('same'));
    expect(await times(10, (n) => store.report(`bad-${n}`, { value: 'x' }))).toEqual(Array(10).fill(422));
    expect(await store.report('forged', { signature: '00' })).toBe(422);
    expect(await times(8, (n) => store.report(`s-${n}`, { signature: sign(`s-${n}`) }))).toEqual(Array(8).fill(200));
    expect((await store.list()).today).toEqual({ orders: 1, limit: 5, dropped: 0 });
    await times(4, (n) => store.report(`o-${n}`));
    expect(await store.orders()).toHaveLength(13);
  });

  it('under concurrency, admit exactly the limit', async () => {
    const store = await small.openStore();
    await Promise.all(Array.from({ length: 30 }, (_, n) => store.report(`c-${n}`, { from: `198.51.100.${n}` })));
    expect(await store.orders()).toHaveLength(5);
    expect((await store.list()).kept).toBe(25);
  });

  it('become orders as when they arrived, with the click that they named', async () => {
    const store = await small.openStore();
    await small.market.price({ storeId: store.storeId, cpa: 0.1, invoiceCpa: 0.12, userShare: 0.7 });
    const creator = await small.market.user();
    const link = await small.market.link({ userId: creator, storeId: store.storeId });
    const record = clickRecorder(small.database, createCalendar('UTC'));
    await record([{ code: link.code, at: new Date('2026-03-15T11:00:00Z') }]);
    const [{ id: click }] = await small.query('SELECT id FROM clicks');
    await times(5, (n) => store.report(`first-${n}`));
    await store.report('K-1', { tclid: click, value: '1 299,00' });
    await store.report('K-2', { order_age: '600' });
    expect((await store.list()).data).toMatchObject([{ reports: 2, attributed: 1 }]);
    clock = new Date('2026-03-15T14:30:00Z');
    const hour = '2026-03-15T12:00:00Z';
    expect((await store.decide({ hour, decision: 'record', attributed: true })).body).toEqual({
      changed: 1,
      remaining: 0,
      refused: [],
    });
    expect((await store.decide({ hour, decision: 'record' })).body).toEqual({ changed: 1, remaining: 0, refused: [] });
    clock = new Date('2026-03-15T12:10:00Z');
    const rows = await small.query(
      "SELECT order_id, order_at, original_minor, original_currency, user_id, click_id, status FROM orders WHERE store_id = $1 AND order_id LIKE 'K-%' ORDER BY id",
      [store.storeId],
    );
    expect(rows).toMatchObject([
      {
        order_id: 'K-1',
        order_at: new Date('2026-03-15T12:10:00Z'),
        original_minor: 129_900,
        user_id: creator,
        click_id: click,
      },
      { order_id: 'K-2', order_at: new Date('2026-03-15T12:00:00Z'), original_minor: 1_000, user_id: null },
    ]);
    // The attributed order has its event.
    const events = await small.query("SELECT FROM event_outbox WHERE type = 'order.created' AND store_id = $1", [
      store.storeId,
    ]);
    expect(events).toHaveLength(1);
    expect((await store.list()).kept).toBe(0);
  });

  it('are recorded once by concurrent decisions', async () => {
    const store = await small.openStore();
    await times(25, (n) => store.report(`o-${n}`));
    const body = { hour: '2026-03-15T12:00:00Z', decision: 'record' };
    const replies = await Promise.all([store.decide(body), store.decide(body), store.decide(body)]);
    expect(replies.reduce((sum, reply) => sum + reply.body.changed, 0)).toBe(20);
    expect(await store.orders()).toHaveLength(25);
  });

  it('are recorded although some of them cannot be, whose reasons the store sees', async () => {
    const store = await small.openStore();
    await times(9, (n) => store.report(`o-${n}`));
    await small.query(
      'UPDATE unconfirmed_reports SET report = report || \'{"currency": "ZZZ"}\' WHERE store_id = $1 AND order_id = \'o-5\'',
      [store.storeId],
    );
    await small.query(
      'UPDATE unconfirmed_reports SET report = report || \'{"value": "1e9"}\' WHERE store_id = $1 AND order_id = \'o-7\'',
      [store.storeId],
    );
    const record = { hour: '2026-03-15T12:00:00Z', decision: 'record' };
    const refused = [
      {
        id: expect.any(Number),
        order_id: 'o-5',
        received_at: clock.toISOString(),
        error: null,
        message: expect.stringMatching(/^currency /),
      },
      {
        id: expect.any(Number),
        order_id: 'o-7',
        received_at: clock.toISOString(),
        error: null,
        message: expect.stringMatching(/^order_value /),
      },
    ];
    expect((await store.decide(record)).body).toEqual({ changed: 2, remaining: 0, refused });
    expect(await store.orders()).toEqual(['o-0', 'o-1', 'o-2', 'o-3', 'o-4', 'o-6', 'o-8']);
    expect((await store.list()).data).toMatchObject([{ reports: 2, refused }]);
    // They are tried again, and recorded as soon as nothing prevents it.
    await small.query(
      'UPDATE unconfirmed_reports SET report = report || \'{"currency": "SEK"}\' WHERE order_id = \'o-5\'',
    );
    expect((await store.decide(record)).body).toEqual({ changed: 1, remaining: 0, refused: refused.slice(1) });
    expect((await store.decide({ ...record, decision: 'discard' })).body.changed).toBe(1);
    expect((await store.list()).kept).toBe(0);
  });

  it('are discarded, and the unattributed orders of the hour denied, without those of other hours and stores', async () => {
    const [store, other] = [await small.openStore(), await small.openStore()];
    await other.report('theirs');
    clock = new Date('2026-03-15T11:10:00Z');
    await store.report('earlier');
    clock = new Date('2026-03-15T12:10:00Z');
    await times(6, (n) => store.report(`o-${n}`));
    const hour = '2026-03-15T12:00:00Z';
    expect((await store.decide({ hour, decision: 'discard', attributed: true })).body.changed).toBe(0);
    expect((await store.decide({ hour, decision: 'discard', attributed: false })).body).toEqual({
      changed: 2,
      remaining: 0,
      refused: [],
    });
    expect((await store.decide({ hour, decision: 'deny_orders' })).body).toEqual({
      changed: 4,
      remaining: 0,
      refused: [],
    });
    expect(await store.orders("status = 'denied'")).toHaveLength(4);
    expect(await store.orders("status = 'pending'")).toEqual(['earlier']);
    expect(await other.orders("status = 'pending'")).toEqual(['theirs']);
  });

  it('are refused when no more are kept, which the store sees', async () => {
    const store = await small.openStore();
    await times(5, (n) => store.report(`o-${n}`));
    await small.query(
      `INSERT INTO unconfirmed_reports (store_id, order_id, report, received_at, attributed) SELECT $1, n::text, '{}', $2, false FROM generate_series(1, $3) n`,
      [store.storeId, clock, MAX_UNCONFIRMED],
    );
    expect(await store.report('more')).toBe(429);
    expect((await store.list()).today.dropped).toBe(1);
  });

  it('are removed after 14 days', async () => {
    const store = await small.openStore();
    await times(6, (n) => store.report(`o-${n}`));
    const kept = async () =>
      (await small.query('SELECT FROM unconfirmed_reports WHERE store_id = $1', [store.storeId])).length;
    await purgeUnconfirmed({ db: small.database.db, now: () => new Date('2026-03-29T12:00:00Z') });
    expect(await kept()).toBe(1);
    await purgeUnconfirmed({ db: small.database.db, now: () => new Date('2026-03-29T12:11:00Z') });
    expect(await kept()).toBe(0);
  });

  it('are for members of the store, and wrong decisions are named', async () => {
    const store = await small.openStore();
    const stranger = await small.tokenOf(await small.market.user());
    const body = { hour: '2026-03-15T12:00:00Z', decision: 'discard' };
    const url = `/v2/stores/${store.storeId}/unconfirmed-reports`;
    const anonymous = await small.call({ method: 'POST', url: `${url}/decisions`, body });
    expect([(await small.call({ url })).status, anonymous.status]).toEqual([401, 401]);
    expect([(await small.call({ url, as: stranger })).status, (await store.decide(body, stranger)).status]).toEqual([
      403, 403,
    ]);
    const faults = async (wrong: Record<string, unknown>) => {
      const reply = await store.decide({ ...body, ...wrong });
      return [reply.status, Object.keys(reply.body.errors ?? {})];
    };
    expect(await faults({ hour: '2026-03-15T12:10:00Z' })).toEqual([422, ['hour']]);
    expect(await faults({ hour: 'noon' })).toEqual([422, ['hour']]);
    expect(await faults({ decision: 'approve' })).toEqual([422, ['decision']]);
    expect(await faults({ decision: 'deny_orders', attributed: true })).toEqual([422, ['attributed']]);
    await small.query('UPDATE stores SET deactivated_at = now() WHERE id = $1', [store.storeId]);
    expect((await store.decide(body)).status).toBe(400);
  });
});

describe('An order that only unsigned pages report and that leads to nobody', () => {
  it('has its first event, order.created, when it is confirmed, and none when it is denied', async () => {
    const store = await market.openStore();
    const types = async () =>
      (await market.query('SELECT type FROM event_outbox WHERE store_id = $1 ORDER BY id', [store.storeId])).map(
        ({ type }) => type,
      );
    await store.report('A');
    await store.report('B');
    expect(await types()).toEqual([]);
    const url = `/v2/stores/${store.storeId}/order-decisions`;
    const decide = (number: string, status: string) =>
      market.call({ method: 'POST', url, as: store.as, body: { orders: [{ order_id: number, status }] } });
    await decide('B', 'denied');
    expect(await types()).toEqual([]);
    await decide('A', 'approved');
    expect(await types()).toEqual(['order.created']);
    const refund = { refunded: { amount: '1.00', currency: 'SEK' } };
    const [{ id }] = await market.query("SELECT id FROM orders WHERE store_id = $1 AND order_id = 'A'", [
      store.storeId,
    ]);
    const changed = await market.call({
      method: 'PATCH',
      url: `/v2/stores/${store.storeId}/orders/${id}`,
      as: store.as,
      body: refund,
    });
    expect(changed.status).toBe(200);
    expect(await types()).toEqual(['order.created', 'order.updated']);
  });
});
