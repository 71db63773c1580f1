import { beforeAll, it } from 'vitest';
import { connectStore, reportOrder } from './report-order.ts';
import { openTributary, type TestTributary } from './test-tributary.ts';

let tributary: TestTributary;
beforeAll(async () => {
  tributary = await openTributary();
});

const send = (code: string, isCancelled: boolean) => {
  const { connection, seller } = tributary;
  const report = {
    order_id: code,
    order_value: '100.00',
    currency: 'SEK',
    order_at: new Date().toISOString(),
    tclid: seller.click,
  };
  return reportOrder(connectStore(connection), connection.store, report, { refundedShare: 0, isCancelled });
};

it('An order whose payment failed first counts once it is paid', async () => {
  await send('FAILED-1', true);
  await tributary.expectOrder('FAILED-1', { status: 'denied' });
  await send('FAILED-1', false);
  await tributary.expectOrder('FAILED-1', { status: 'pending', attribution: 'click' });
});

it('An order that a person has denied stays denied', async () => {
  const { connection, member, seller } = tributary;
  await send('DENIED-1', false);
  const { id } = await tributary.expectOrder('DENIED-1', { status: 'pending' });
  const url = `/v2/stores/${connection.store}/orders/${id}`;
  await seller.application.call({ method: 'PATCH', url, as: member, body: { status: 'denied' } });
  await send('DENIED-1', false);
  await tributary.expectOrder('DENIED-1', { status: 'denied' });
});
