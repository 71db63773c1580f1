import { describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { createCast } from '../../../../tests/harness/cast.ts';
import { findFaultsInTotals } from '../../../../tests/harness/clicks/ledger.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { changeOrder } from '../changes/change-order.ts';
import { decideOrders } from '../changes/decide-orders.ts';
import { recordOrder } from './record-order.ts';

/** Two processes with one database, both of which receive reports of orders. */
const links: { id: number; code: string }[] = [];
const NOW = new Date('2026-03-10T12:00:00Z');
const calendar = createCalendar('UTC');

const here = await createTestApplication({ now: () => NOW });
const there = await createTestApplication({ now: () => NOW, database: here.database });
const cast = await createCast(here);
const activationKey = await here.market.activationKey(cast.storeId);
await here.market.price({ storeId: cast.storeId, cpcMinor: 100, cpa: 0.1 });
const record = clickRecorder(here.database, calendar);
for (const userId of [cast.ids.creator, cast.ids.creator, cast.ids.otherCreator])
  links.push(await here.market.link({ userId, storeId: cast.storeId }));

const run = async (text: string, ...values: unknown[]) => (await here.database.pool.query(text, values)).rows;
async function clickOn(code: string): Promise<string> {
  await record([{ code, at: new Date(NOW.getTime() - 60_000) }]);
  return (
    await run('SELECT c.id FROM clicks c JOIN links l ON l.id = c.link_id WHERE l.code = $1 ORDER BY c.id DESC', code)
  )[0]!.id;
}

type Channel = 'pixel' | 'plugin' | 'server';
const CHANNELS: readonly Channel[] = ['pixel', 'plugin', 'server'];
/** Reports an order over HTTP; each way of reporting uses its own process. */
async function send(app: TestApplication, channel: Channel, fields: Record<string, string>): Promise<number> {
  const [{ tracking_key: key }] = (await run('SELECT tracking_key FROM stores WHERE id = $1', cast.storeId)) as [
    Record<string, string>,
  ];
  if (channel === 'pixel') {
    const reply = await app.app.inject({ url: `/px/${key}.gif?${new URLSearchParams(fields)}` });
    return reply.statusCode;
  }
  const [url, body, as] =
    channel === 'plugin'
      ? ([
          '/v2/order-collectors/shop-plugin/orders',
          { ...fields, service_activation_key: activationKey },
          undefined,
        ] as const)
      : ([`/v2/stores/${cast.storeId}/orders`, fields, cast.tokens.advertiser] as const);
  return (await app.call({ method: 'POST', url, body, ...(as === undefined ? {} : { as }) })).status;
}

describe('recording an order', () => {
  it('is recorded once when it is reported fifty times concurrently, in every way and by two processes', async () => {
    const fields = { order_id: 'ONE', order_value: '100.00', tclid: await clickOn(links[0]!.code) };
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => send(n % 2 === 0 ? here : there, CHANNELS[n % 3]!, fields)),
    );
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 201)).toBe(true);
    expect(await run('SELECT order_id, value_minor, cost_minor FROM orders')).toEqual([
      { order_id: 'ONE', value_minor: 10_000, cost_minor: 1_000 },
    ]);
    expect(await run('SELECT orders, order_minor FROM link_days WHERE orders > 0')).toEqual([
      { orders: 1, order_minor: 10_000 },
    ]);
    expect(await run(`SELECT count(*) AS n FROM order_events WHERE kind = 'reported'`)).toEqual([{ n: 1 }]);
    expect(await orderFaults(here.database.pool)).toEqual([]);
  });

  it('keeps totals exact without deadlocks while orders are reported, changed and decided, and links clicked', async () => {
    const ids = await Promise.all(links.map(({ code }) => clickOn(code)));
    const ctx = { db: here.database.db, now: () => NOW, actor: { userId: cast.ids.advertiser } };
    const order = (number: number, value: string) => ({
      storeId: cast.storeId,
      channel: 'sales_pixel' as const,
      orderId: `C-${number}`,
      value,
      currency: null,
      orderAt: new Date(NOW.getTime() - (number % 3) * 86_400_000),
      voucherCode: null,
      actorId: null,
      clickId: ids[number % 3]!,
    });
    for (let number = 0; number < 24; number += 1) await recordOrder(ctx, { calendar }, order(number, '10.00'));
    const numbers = Array.from({ length: 24 }, (_, number) => number);
    const refusals = (error: { code?: string }) => {
      if (error.code !== 'illegal_transition') throw error;
    };
    const work = numbers.flatMap((number) => [
      () =>
        recordOrder(
          ctx,
          { calendar },
          { ...order(number, '33.33'), channel: 'server', clickId: ids[(number + 1) % 3]! },
        ),
      () => recordOrder(ctx, { calendar }, order(number + 100, '12.34')),
      () => changeOrder(ctx, { storeId: cast.storeId, orderId: `C-${number}` }, { refundedMinor: 500, actorId: null }),
      () =>
        changeOrder(ctx, { storeId: cast.storeId, orderId: `C-${number}` }, { status: 'denied', actorId: null }).catch(
          refusals,
        ),
      () =>
        decideOrders(ctx, {
          storeId: cast.storeId,
          decisions: (number % 2 === 0 ? numbers : [...numbers].reverse()).map((n) => ({
            orderId: `C-${n}`,
            status: 'approved',
          })),
        }),
    ]);
    const clicks = async () => {
      for (const _ of numbers) await record(links.map(({ code }) => ({ code, at: NOW })));
    };
    await Promise.all([clicks(), ...work.map((one) => one())]);
    expect(await run('SELECT count(*) AS n FROM orders WHERE order_id LIKE $1', 'C-%')).toEqual([{ n: 48 }]);
    expect(await run(`SELECT count(*) AS n FROM orders WHERE status = 'pending' AND order_id ~ '^C-..?$'`)).toEqual([
      { n: 0 },
    ]);
    expect([await orderFaults(here.database.pool), await findFaultsInTotals(here.database.pool)]).toEqual([[], []]);
  });

  it('is refused for a store that does not exist or was deleted', async () => {
    const gone = await here.market.store();
    await run('UPDATE stores SET deleted_at = now() WHERE id = $1', gone);
    const report = {
      channel: 'server' as const,
      orderId: 'X',
      value: '1',
      currency: null,
      orderAt: null,
      clickId: null,
    };
    for (const storeId of [gone, 2 ** 40]) {
      const ctx = { db: here.database.db, now: () => NOW };
      const reported = recordOrder(ctx, { calendar }, { ...report, storeId, voucherCode: null, actorId: null });
      await expect(reported).rejects.toThrow(NotFound);
    }
  });

  it('records when each way was last used, to the minute', async () => {
    const storeId = await here.market.store();
    const report = (ms: number, number: number) =>
      recordOrder(
        { db: here.database.db, now: () => new Date(NOW.getTime() + ms) },
        { calendar },
        {
          storeId,
          channel: 'server',
          orderId: `N-${number}`,
          value: '1',
          currency: null,
          orderAt: null,
          clickId: null,
          voucherCode: null,
          actorId: null,
        },
      );
    const seen = async () =>
      (await run('SELECT last_seen_at FROM order_collectors WHERE store_id = $1', storeId))[0]!.last_seen_at;
    await report(0, 1);
    await report(59_000, 2);
    expect(await seen()).toEqual(NOW);
    await report(61_000, 3);
    expect(await seen()).toEqual(new Date(NOW.getTime() + 61_000));
  });
});
