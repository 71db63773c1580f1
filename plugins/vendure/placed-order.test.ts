import type { Customer, Order } from '@vendure/core';
import { describe, expect, it } from 'vitest';
import { placedOrder } from './src/placed-order.ts';

const order = {
  code: 'V-1',
  subTotal: 10_000,
  subTotalWithTax: 12_500,
  currencyCode: 'SEK',
  orderPlacedAt: new Date('2026-03-15T11:00:00Z'),
  couponCodes: [],
  customFields: { tclid: null },
} as unknown as Order;
const customer = (fields: object) => ({ emailAddress: 'anna@buyer.example', ...fields }) as unknown as Customer;

describe('The report of a Vendure order', () => {
  const reportOf = (buyer: Customer | null) =>
    placedOrder(order, { customer: buyer, withTax: false, digits: 2 }).report;

  it('names a customer who has an account by the id, and no guest', () => {
    const registered = reportOf(customer({ id: 12, user: { id: 3 } }));
    expect(registered).toMatchObject({ order_id: 'V-1', order_value: '100.00', customer_reference: '12' });
    for (const buyer of [null, customer({ id: 13 }), customer({ id: 13, user: null })])
      expect(reportOf(buyer)).not.toHaveProperty('customer_reference');
    expect(JSON.stringify(registered)).not.toContain('anna@');
  });
});
