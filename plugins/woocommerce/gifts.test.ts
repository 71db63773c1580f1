import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const hasPhp = spawnSync('php', ['--version']).status === 0;
const ADDRESS = {
  recipient: 'Anna Ek',
  street: 'Storgatan 1',
  postal_code: '111 22',
  city: 'Stockholm',
  country: 'SE',
  phone: '',
  size: '39',
  colour: '',
  note: 'Door code 1234',
};
const gift = (values: object = {}) => ({
  id: 5,
  products: [{ product_id: 'shoe', title: 'Shoe', url: null, options: 'Blue' }],
  address: ADDRESS,
  ...values,
});
/** Runs the gifts of the plugin with stubs of WooCommerce. */
function run(gifts: object[], then = '') {
  const file = `${import.meta.dirname}/test-store/gifts-stubs.php`;
  const { stdout, stderr } = spawnSync('php', [file, JSON.stringify(gifts), then], { encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  return JSON.parse(stdout);
}

describe.skipIf(!hasPhp)('A gift in WooCommerce', () => {
  it('is one order without a price, to the address of the creator, and its number is reported', () => {
    const { orders, requests } = run([gift()]);
    expect(orders).toEqual([
      {
        status: 'processing',
        total: '0',
        items: [['shoe', { subtotal: 0, total: 0 }, ['Blue']]],
        shipping: {
          last_name: 'Anna Ek',
          address_1: 'Storgatan 1',
          postcode: '111 22',
          city: 'Stockholm',
          country: 'SE',
          phone: '',
        },
        note: '39, Door code 1234',
        is_gift: true,
        is_unsent: false,
      },
    ]);
    expect(requests[0]).toEqual(['GET', '/gift-orders?status=requested&size=50', null]);
    const reports = requests.filter(([method]: string[]) => method === 'POST');
    expect(reports.length).toBeGreaterThan(0);
    for (const report of reports)
      expect(report).toEqual(['POST', '/gift-orders/5', { status: 'created', shop_order: 'N1' }]);
  });

  it('is reported as sent when the order is completed', () => {
    const { requests } = run([gift()], 'completed');
    expect(requests.at(-1)).toEqual([
      'POST',
      '/gift-orders/5',
      { status: 'sent', shop_order: 'N1', carrier: 'The shop', number: 'N1' },
    ]);
  });

  it.each([
    ['has no such product', { products: [{ product_id: 'tent', title: 'Tent', url: null, options: '' }] }],
    ['is no product of the feed', { products: [{ product_id: null, title: 'Tent', url: null, options: '' }] }],
    ['has no address', { address: null }],
  ])('is refused, and ordered by nobody, when it %s', (_, values) => {
    const { orders, requests } = run([gift(values)]);
    expect(orders).toEqual([]);
    expect(requests.at(-1)).toEqual([
      'POST',
      '/gift-orders/5',
      { status: 'failed', failure: expect.stringMatching(/^(The shop has no product “Tent”|There is no address)/) },
    ]);
  });
});
