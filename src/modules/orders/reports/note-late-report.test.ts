import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import {
  createReportingShop,
  DAY,
  MINUTE,
  noon,
  type ReportingShop,
} from '../../../../tests/harness/reporting-shop.ts';
import { changeOrder } from '../changes/change-order.ts';
import { resolveOrder } from '../changes/resolve-order.ts';

const store = await createReportingShop();
await store.market.member(store.storeId, await store.market.user());
const rival = await store.market.link({ userId: await store.market.user(), storeId: store.storeId });
/** A click on the link of another creator. */
const rivalClick = () => store.click({ code: rival.code });
beforeEach(async () => {
  await store.run('DELETE FROM order_rules');
  await store.run('DELETE FROM graphile_worker._private_jobs');
  await store.run('DELETE FROM notifications');
});

const ctx = (ms = 0) => ({ db: store.database.db, now: () => noon(ms) });
let numbers = 0;
function anOrder() {
  numbers += 1;
  const orderId = `LATE-${numbers}`;
  return (report: Parameters<ReportingShop['sendReport']>[0] = {}, ms = 0) =>
    store.sendReport({ orderId, ...report }, noon(ms));
}
const approve = (id: number) => changeOrder(ctx(MINUTE), { id }, { status: 'approved', actorId: null });
const contradictions = async (id: number) =>
  (await store.run(`SELECT FROM order_events WHERE order_row_id = $1 AND kind = 'contradicted'`, id)).length;
const reports = async (id: number) => (await store.run('SELECT FROM order_reports WHERE order_row_id = $1', id)).length;
const mails = async () =>
  (await store.run(`SELECT message FROM notifications WHERE mail = 'due' ORDER BY id`)).map((row) => row['message']);
const withoutMark = ({ contradicted_at: _, ...order }: Record<string, unknown>) => order;

describe('a report of an order that has been decided', () => {
  it('that names another click is stored with the others, changes nothing, and the store is notified once a day', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel', clickId: await store.click() });
    await approve(id);
    const before = await store.row(id);
    expect(await sendReport({ channel: 'sales_pixel', clickId: await rivalClick() }, 2 * MINUTE)).toEqual({
      id,
      outcome: 'known',
    });
    const after = await store.row(id);
    expect(withoutMark(after)).toEqual(withoutMark(before));
    expect([before['contradicted_at'], after['contradicted_at']]).toEqual([null, noon(2 * MINUTE)]);
    expect([await reports(id), await contradictions(id)]).toEqual([2, 1]);
    await sendReport({ channel: 'sales_pixel', clickId: await rivalClick() }, 3 * MINUTE);
    expect([await reports(id), await contradictions(id)]).toEqual([3, 2]);
    expect(await mails()).toEqual(['orders_contradicted']);
    expect((await store.row(id))['contradicted_at']).toEqual(noon(2 * MINUTE));
    await sendReport({ channel: 'sales_pixel', clickId: await rivalClick() }, DAY);
    expect(await mails()).toHaveLength(2);
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('of the store itself that names another value also contradicts it', async () => {
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'sales_pixel', clickId: await store.click(), value: '900.00' });
    await approve(id);
    await sendReport({ channel: 'server', value: '90.00' }, 2 * MINUTE);
    expect(await store.row(id)).toMatchObject({ status: 'approved', original_minor: 90_000, channel: 'sales_pixel' });
    expect(await contradictions(id)).toBe(1);
  });

  it('that agrees, or is trusted less than the store, is not a contradiction', async () => {
    const sendReport = anOrder();
    const clickId = await store.click();
    const { id } = await sendReport({ channel: 'server', clickId, value: '100.00' });
    await approve(id);
    await sendReport({ channel: 'shop_plugin', clickId, value: '100.00' }, 2 * MINUTE);
    await sendReport({ channel: 'sales_pixel', clickId: await rivalClick(), value: '999.00' }, 2 * MINUTE);
    expect([await reports(id), await contradictions(id)]).toEqual([3, 0]);
    expect(await store.row(id)).toMatchObject({ contradicted_at: null });
    expect(await mails()).toEqual([]);
  });

  it('is compared with the report that a member selected', async () => {
    const sendReport = anOrder();
    const clickId = await store.click();
    const { id } = await sendReport({ channel: 'sales_pixel', clickId });
    await sendReport({ channel: 'sales_pixel', clickId: await rivalClick() });
    const [{ id: reportId }] = (await store.run(
      'SELECT id FROM order_reports WHERE order_row_id = $1 AND click_id = $2',
      id,
      clickId,
    )) as [{ id: number }];
    const actor = { userId: await store.market.user(), isAdmin: true };
    await resolveOrder({ ...ctx(MINUTE), actor }, { id, reportId });
    expect(await contradictions(id)).toBe(0);
    await sendReport({ channel: 'server', clickId: await rivalClick() }, 2 * MINUTE);
    expect(await contradictions(id)).toBe(1);
    expect(await store.row(id)).toMatchObject({ click_id: clickId, attribution: 'click' });
  });

  it('is found by the filter of the list, in its own record and among its reports', async () => {
    const application = await createTestApplication({ database: store.database });
    const admin = await application.tokenOf(await store.market.user({ isAdmin: true }));
    const sendReport = anOrder();
    const { id } = await sendReport({ channel: 'server', clickId: await store.click() });
    await changeOrder(ctx(MINUTE), { id }, { status: 'denied', actorId: null });
    await sendReport({ channel: 'shop_plugin', clickId: await rivalClick() }, 2 * MINUTE);
    const url = `/v2/stores/${store.storeId}/orders`;
    const listed = async (contradicted: boolean): Promise<number[]> =>
      (await application.call({ url: `${url}?contradicted=${contradicted}&size=100`, as: admin })).body.data.map(
        (order: { id: number }) => order.id,
      );
    expect(await listed(true)).toContain(id);
    expect(await listed(false)).not.toContain(id);
    const { body } = await application.call({ url: `${url}/${id}`, as: admin });
    expect(body).toMatchObject({ status: 'denied', contradicted_at: noon(2 * MINUTE).toISOString() });
    expect(body.reports).toHaveLength(2);
    expect(body.events.at(-1)).toMatchObject({ kind: 'contradicted', details: { channel: 'shop_plugin' } });
  });
});
