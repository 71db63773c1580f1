import { describe, expect, it } from 'vitest';
import { type MedusaOrder, ORDER_FIELDS } from './src/medusa.ts';
import { recordOf } from './src/placed-order.ts';

const order: MedusaOrder = {
  id: 'order_1',
  display_id: 1,
  currency_code: 'sek',
  created_at: '2026-03-15T11:00:00Z',
  status: 'pending',
  item_total: 125,
  item_tax_total: 25,
  metadata: null,
};

describe('The report of a Medusa order', () => {
  const reportOf = (customer: NonNullable<MedusaOrder['customer']> | null) =>
    recordOf({ ...order, customer }, { withTax: false }).report;

  it('names a customer who has an account by the id, and no guest', () => {
    const registered = reportOf({ id: 'cus_12', has_account: true });
    expect(registered).toMatchObject({ order_id: '1', order_value: '100.0000', customer_reference: 'cus_12' });
    for (const customer of [null, { id: 'cus_13', has_account: false }])
      expect(reportOf(customer)).not.toHaveProperty('customer_reference');
    expect(ORDER_FIELDS).toEqual(expect.arrayContaining(['customer.id', 'customer.has_account']));
  });
});
