import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterThisFile } from '../../tests/harness/clean-up.ts';
import { openTributary, sek, type TestTributary } from '../shared/test-tributary.ts';
import { type MedusaStore, startStore } from './running-store.ts';

/** The packages of the store are installed separately (CONTRIBUTING.md). */
const hasMedusa = existsSync(path.join(import.meta.dirname, 'node_modules/@medusajs/medusa'));

describe.skipIf(!hasMedusa)('A Medusa store', () => {
  let tributary: TestTributary;
  let medusa: MedusaStore;

  beforeAll(async () => {
    tributary = await openTributary();
    medusa = await startStore();
    afterThisFile(() => medusa.stop());
  });
  beforeEach(() => Object.assign(tributary, { requests: [], failures: 0 }));

  it('reports nothing without the plugin', async () => {
    await medusa.checkOut({ tclid: tributary.seller.click, coupon: 'ANNA10' });
    await medusa.restart(tributary.connection);
    expect(tributary.requests).toEqual([]);
    expect(await tributary.seller.orders()).toEqual([]);
  });

  it('reports the goods of an order, with click and coupon, and its refunds', async () => {
    const { code, paymentId } = await medusa.checkOut({ tclid: tributary.seller.click, coupon: 'ANNA10' });
    await tributary.expectOrder(code, {
      channel: 'server',
      status: 'pending',
      value: sek('180.00'),
      refunded: sek('0.00'),
      voucher_code: 'ANNA10',
      attribution: 'click',
      click_id: tributary.seller.click,
      user: { id: tributary.creator },
    });
    // Half of 225.00, which is the price with tax.
    await medusa.workflow('refundPaymentWorkflow', { payment_id: paymentId, amount: 112.5 });
    await tributary.expectOrder(code, { refunded: sek('90.00'), net_value: sek('90.00') });
  });

  it('reports a cancellation', async () => {
    const { code, id } = await medusa.checkOut({ tclid: tributary.seller.click });
    await tributary.expectOrder(code, { value: sek('200.00'), attribution: 'click', voucher_code: null });
    await medusa.workflow('cancelOrderWorkflow', { order_id: id });
    await tributary.expectOrder(code, { status: 'denied' });
  });

  it('completes a checkout while Tributary is unavailable, and reports the order later, once', async () => {
    // The client repeats a request three times.
    tributary.failures = 4;
    const { code } = await medusa.checkOut({ coupon: 'ANNA10' });
    await expect.poll(() => tributary.requests.length).toBe(4);
    // The failure is stored after the last attempt.
    await expect
      .poll(async () => {
        await medusa.sendMissed();
        return tributary.requests.length;
      })
      .toBeGreaterThan(4);
    await tributary.expectOrder(code, { attribution: 'voucher', user: { id: tributary.creator } });
    tributary.requests = [];
    await medusa.sendMissed();
    expect(tributary.requests).toEqual([]);
  });
});
