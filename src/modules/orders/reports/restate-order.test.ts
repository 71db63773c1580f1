import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import {
  createReportingShop,
  DAY,
  MINUTE,
  noon,
  type ReportingShop,
} from '../../../../tests/harness/reporting-shop.ts';
import { newClickId } from '../../clicks/click-id.ts';
import { attributePending } from '../attribution/attribute-waiting.ts';
import { changeOrder } from '../changes/change-order.ts';

const store = await createReportingShop();
const voucher = await store.market.link({ userId: await store.market.user(), storeId: store.storeId });
await store.run(
  `INSERT INTO vouchers (store_id, code, user_id, link_id) SELECT store_id, 'RIVAL', user_id, id FROM links WHERE id = $1`,
  voucher.id,
);

const ctx = (ms = 0) => ({ db: store.database.db, now: () => noon(ms) });
const kinds = async (id: number) =>
  (await store.run('SELECT kind FROM order_events WHERE order_row_id = $1 ORDER BY id', id)).map((row) => row['kind']);
let numbers = 0;
/** Reports an order several times. */
function anOrder() {
  numbers += 1;
  const orderId = `S-${numbers}`;
  return (report: Parameters<ReportingShop['sendReport']>[0] = {}, ms = 0) =>
    store.sendReport({ orderId, ...report }, noon(ms));
}
const reported = async (id: number) =>
  (await store.run('SELECT FROM order_reports WHERE order_row_id = $1', id)).length;
const lastClick = async (id: number) => (await store.row(id))['click_id'] as string;
const byClick = (linkId = store.link.id) => ({ attribution: 'click', link_id: linkId, unattributed_reason: null });

describe('an order that is reported again', () => {
  it('is the same order, and writes nothing without a change', async () => {
    const sendReport = anOrder();
    const clickId = await store.click();
    const first = await sendReport({ clickId });
    const before = await store.row(first.id);
    expect(first.outcome).toBe('recorded');
    expect(await sendReport({ clickId }, MINUTE)).toEqual({ id: first.id, outcome: 'known' });
    expect(await sendReport({ value: '7.00', currency: 'EUR', channel: 'sales_pixel' }, MINUTE)).toMatchObject({
      outcome: 'known',
    });
    expect(await reported(first.id)).toBe(2);
    expect(await store.row(first.id)).toEqual(before);
    expect(await kinds(first.id)).toEqual(['reported']);
  });

  it('has the value that the store reports, not the one of a browser, once', async () => {
    const sendReport = anOrder();
    const clickId = await store.click();
    const { id } = await sendReport({ channel: 'sales_pixel', clickId, value: '1.00' });
    expect(await sendReport({ value: '250.00', clickId }, MINUTE)).toEqual({ id, outcome: 'amended' });
    expect(await store.row(id)).toMatchObject({
      ...byClick(),
      click_id: clickId,
      channel: 'server',
      original_minor: 25_000,
      value_minor: 25_000,
      cost_minor: 2_000,
      updated_at: noon(MINUTE),
    });
    expect(await sendReport({ channel: 'sales_pixel', value: '9.00' })).toEqual({ id, outcome: 'known' });
    expect(await kinds(id)).toEqual(['reported', 'amended']);
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('follows the store from the store’s first report, also if it is the same', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel', value: '100.00' });
    expect(await sendReport({ channel: 'shop_plugin', value: '100.00' })).toEqual({ id, outcome: 'amended' });
    expect(await sendReport({ channel: 'server', value: '100.00' })).toEqual({ id, outcome: 'known' });
    expect(await store.row(id)).toMatchObject({ channel: 'shop_plugin', value_minor: 10_000 });
  });

  it('moves from unattributed to the voucher’s creator, then to the click’s, and never back', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport();
    expect(await sendReport({ voucherCode: 'rival' })).toMatchObject({ outcome: 'amended' });
    expect(await store.row(id)).toMatchObject({
      attribution: 'voucher',
      link_id: voucher.id,
      voucher_code: 'rival',
      click_id: null,
    });
    const clickId = await store.click();
    expect(await sendReport({ clickId })).toMatchObject({ outcome: 'amended' });
    expect(await store.row(id)).toMatchObject({ ...byClick(), click_id: clickId, voucher_code: 'rival' });
    expect(await sendReport({ voucherCode: 'RIVAL' })).toMatchObject({ outcome: 'known' });
    expect(await store.row(id)).toMatchObject(byClick());
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('is disputed between two clicks of pages, until the store reports', async () => {
    const other = await store.market.link({ userId: await store.market.user(), storeId: store.storeId });
    const [first, second] = [await store.click(), await store.click({ code: other.code, at: noon(-MINUTE) })];
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel', clickId: first });
    expect(await sendReport({ channel: 'sales_pixel', clickId: second })).toMatchObject({ outcome: 'amended' });
    expect(await store.row(id)).toMatchObject({ attribution: 'none', unattributed_reason: 'disputed', cost_minor: 0 });
    expect(await sendReport({ channel: 'shop_plugin', clickId: second })).toMatchObject({ outcome: 'amended' });
    expect(await store.row(id)).toMatchObject({ ...byClick(other.id), click_id: second });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('ignores a later click, also when the thank-you page is opened again', async () => {
    // The click is within the clock tolerance, but later than the first report by the server's clock.
    for (const at of [noon(1), noon(MINUTE), noon(DAY)]) {
      const sendReport = anOrder();
      const { id } = await sendReport();
      const clickId = await store.click({ at });
      await sendReport({ channel: 'sales_pixel', clickId }, 2 * DAY);
      expect(await store.row(id)).toMatchObject({
        attribution: 'none',
        link_id: null,
        unattributed_reason: 'click_after_order',
      });
    }
    const sendReport = anOrder();
    const { id } = await sendReport();
    const clickId = await store.click({ at: noon(-1) });
    await sendReport({ channel: 'sales_pixel', clickId }, 2 * DAY);
    expect(await store.row(id)).toMatchObject({ ...byClick(), click_id: clickId });
  });

  it('follows the store’s report, not an earlier one of a browser', async () => {
    const sendReport = anOrder();
    const forged = await store.click({ at: noon(-DAY), code: voucher.code });
    const { id } = await sendReport({ channel: 'sales_pixel', value: '0', clickId: forged });
    expect(await store.row(id)).toMatchObject({ attribution: 'click', link_id: voucher.id });
    const clickId = await store.click({ at: noon(40 * MINUTE) });
    await sendReport({ channel: 'server', value: '100', clickId }, 42 * MINUTE);
    expect(await store.row(id)).toMatchObject({
      ...byClick(),
      click_id: clickId,
      original_minor: 10_000,
      order_at: noon(42 * MINUTE),
    });
    // Reports of other browsers do not change the state.
    await sendReport({ channel: 'sales_pixel', value: '1', clickId: forged }, 13 * MINUTE);
    expect(await store.row(id)).toMatchObject({ click_id: clickId, original_minor: 10_000 });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('moves to the day that the store reports', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel' }, DAY);
    const clickId = await store.click({ at: noon(-1) });
    await sendReport({ channel: 'shop_plugin', clickId, orderAt: noon() }, 2 * DAY);
    expect(await store.row(id)).toMatchObject({ order_at: noon(), click_id: clickId });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('keeps its reason when a later report contains no click', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport({ clickId: 'not-one-of-ours' });
    expect(await sendReport()).toMatchObject({ outcome: 'known' });
    expect(await store.row(id)).toMatchObject({ unattributed_reason: 'unknown_click' });
  });

  it.each(['approved', 'denied'] as const)('is unchanged when it is %s', async (status) => {
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel' });
    await changeOrder(ctx(), { id }, { status, actorId: null });
    const before = await store.row(id);
    expect(await sendReport({ value: '5.00', clickId: await store.click() })).toEqual({ id, outcome: 'known' });
    // The order is only marked (note-late-report.test.ts).
    expect(await store.row(id)).toEqual({ ...before, contradicted_at: noon() });
  });

  it('keeps its value after a refund', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel', clickId: await store.click() });
    await changeOrder(ctx(), { id }, { refundedMinor: 4_000, actorId: null });
    await sendReport({ value: '5.00', clickId: await lastClick(id) });
    expect(await store.row(id)).toMatchObject({ value_minor: 10_000, refunded_minor: 4_000, cost_minor: 480 });
  });
});

describe('an order that waits for data', () => {
  const rate = (currency: string, units: number, day = '2026-03-10') =>
    store.run(
      `INSERT INTO exchange_rates (currency, day, units_per_eur, source) VALUES ($1, $2, $3, 'test')
       ON CONFLICT (currency, day) DO UPDATE SET units_per_eur = excluded.units_per_eur`,
      currency,
      day,
      units,
    );
  const removeRates = (currency: string) => store.run('DELETE FROM exchange_rates WHERE currency = $1', currency);

  it('is attributed when the click leaves the journal, by the terms of the click', async () => {
    const { id, outcome } = await anOrder()({ clickId: newClickId(noon(-MINUTE).getTime()) });
    expect([outcome, await attributePending(ctx())]).toEqual(['recorded', 0]);
    const arrived = await store.click({ at: noon(-MINUTE) });
    await store.run('UPDATE orders SET click_id = $1 WHERE id = $2', arrived, id);
    await store.run('UPDATE order_reports SET click_id = $1 WHERE order_row_id = $2', arrived, id);
    expect(await Promise.all([attributePending(ctx(MINUTE)), attributePending(ctx(MINUTE))])).toContain(1);
    expect(await store.row(id)).toMatchObject({
      ...byClick(),
      click_id: arrived,
      cost_minor: 800,
      updated_at: noon(MINUTE),
    });
    expect([await kinds(id), await attributePending(ctx())]).toEqual([['reported', 'attributed'], 0]);
  });

  it('is not attributed again when an unrelated click arrives', async () => {
    const clickId = await store.click({ at: noon(-31 * DAY) });
    const { id } = await anOrder()();
    await store.run(
      `UPDATE orders SET unattributed_reason = 'unknown_click', click_id = $1 WHERE id = $2`,
      clickId,
      id,
    );
    await store.run(
      'UPDATE order_reports SET click_reported = true, click_id = $1 WHERE order_row_id = $2',
      clickId,
      id,
    );
    expect(await attributePending(ctx())).toBe(1);
    expect(await store.row(id)).toMatchObject({ attribution: 'none', unattributed_reason: 'click_too_old' });
    expect(await attributePending(ctx())).toBe(0);
  });

  it('has no value without a rate for its currency, and is valued when one is loaded', async () => {
    await removeRates('THB');
    await rate('SEK', 11);
    const clickId = await store.click();
    const { id } = await anOrder()({ clickId, value: '400.00', currency: 'THB' });
    expect(await store.row(id)).toMatchObject({
      value_minor: 0,
      original_minor: 40_000,
      unattributed_reason: 'no_exchange_rate',
      click_id: clickId,
    });
    expect(await attributePending(ctx())).toBe(0);
    await rate('THB', 40);
    expect(await attributePending(ctx())).toBe(1);
    expect(await store.row(id)).toMatchObject({ ...byClick(), value_minor: 11_000, currency: 'SEK', cost_minor: 880 });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it.each([
    [10_000, 2_750],
    [40_000, 11_000],
  ])('subtracts refunds that preceded its valuation: %i', async (refundedMinor, left) => {
    await removeRates('THB');
    const { id } = await anOrder()({ clickId: await store.click(), value: '400.00', currency: 'THB' });
    await changeOrder(ctx(), { id }, { refundedMinor, status: 'approved', actorId: null });
    await rate('THB', 40);
    expect(await attributePending(ctx())).toBe(1);
    expect(await store.row(id)).toMatchObject({
      ...byClick(),
      status: 'approved',
      value_minor: 11_000,
      refunded_minor: left,
    });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('is not changed when it is denied', async () => {
    await removeRates('THB');
    const { id } = await anOrder()({ clickId: await store.click(), value: '400.00', currency: 'THB' });
    await changeOrder(ctx(), { id }, { status: 'denied', actorId: null });
    await rate('THB', 40);
    expect(await attributePending(ctx())).toBe(0);
  });

  it('is converted at the rate of its own day, for any time of the report', async () => {
    await removeRates('THB');
    await rate('SEK', 11, '2026-03-01');
    await rate('THB', 20, '2026-03-01');
    await rate('THB', 40, '2026-03-10');
    const values = { value: '400.00', currency: 'THB' };
    expect(await store.reportAndRead({ ...values, orderAt: noon(-4 * DAY) })).toMatchObject({
      day: '2026-03-06',
      value_minor: 22_000,
    });
    expect(await store.reportAndRead(values)).toMatchObject({ value_minor: 11_000 });
  });
});

describe('an order, for all combinations of reports', () => {
  it('its totals equal its earnings, and do not depend on the order of its reports', async () => {
    const clicks = [await store.click(), await store.click({ at: noon(-31 * DAY) })];
    const report = fc.record({
      channel: fc.constantFrom('sales_pixel', 'shop_plugin', 'server'),
      signed: fc.boolean(),
      value: fc.constantFrom('20.00', '30.00'),
      clickId: fc.constantFrom(null, null, 'odd', ...clicks),
      voucherCode: fc.constantFrom(null, null, 'RIVAL'),
    });
    // A later report of the store’s server or plugin corrects its earlier ones, so their order matters.
    const withoutCorrections = <One extends { channel: string }>(reports: One[]) =>
      reports.filter(
        ({ channel }, index) =>
          channel === 'sales_pixel' || reports.findIndex((other) => other.channel === channel) === index,
      );
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 4 }).map(withoutCorrections), async (reports) => {
        const rows: Record<string, unknown>[] = [];
        for (const reportAndRead of [reports, reports.toReversed()]) {
          const sendReport = anOrder();
          let id = 0;
          for (const one of reportAndRead)
            id = (await sendReport({ ...one, signed: one.signed && one.channel === 'sales_pixel' })).id;
          const { attribution, unattributed_reason: reason, link_id: link, cost_minor: cost } = await store.row(id);
          rows.push({ attribution, reason, link, cost });
        }
        expect(rows[1]).toEqual(rows[0]);
      }),
      { numRuns: 40 },
    );
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });
});
