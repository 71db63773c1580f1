import { beforeEach, describe, expect, it } from 'vitest';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';

const now = new Date('2026-03-15T12:00:00Z');
const UNKNOWN_CLICK = '019ceffd-0000-7000-8000-000000000000';
const store = await openSellingStore({ now: () => now });
beforeEach(() => store.reset());

const report = { order_id: 'A-1', order_value: '100.00' };

describe('The pixel', () => {
  it('accepts an order and returns an uncacheable image of one pixel, for any page', async () => {
    const { status, headers, bytes } = await store.pixel({ ...report, currency: 'SEK', tclid: store.click });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/gif', 'no-store']);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-ratelimit-limit']).toBeUndefined();
    const size = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
    expect([bytes.subarray(0, 6).toString(), size, bytes.at(-1)]).toEqual(['GIF89a', [1, 1], 0x3b]);
    expect(await store.orders()).toMatchObject([
      {
        store_id: store.storeId,
        order_id: 'A-1',
        channel: 'sales_pixel',
        status: 'pending',
        order_at: now,
        attribution: 'click',
        click_id: store.click,
        link_id: store.linkId,
        original_minor: 10_000,
        cost_minor: 1_200,
        user_minor: 700,
      },
    ]);
    const seen = await store.query('SELECT collector, last_seen_at FROM order_collectors');
    expect(seen).toEqual([{ collector: 'sales_pixel', last_seen_at: now }]);
  });

  it.each([
    ['99.5', 9_950],
    [' 99.50 ', 9_950],
    ['99,5', 9_950],
    ['99,50', 9_950],
    ['99.', 9_900],
    ['99,', 9_900],
    ['0', 0],
    ['0.005', 1],
    ['99.499999999999986', 9_950],
    ['1000000000', 100_000_000_000],
    ['1299,00', 129_900],
    ['1 299,00', 129_900],
    ['1\u00a0299,00', 129_900],
    ['1,299.00', 129_900],
    ['1.299,00', 129_900],
    ['129.50 SEK', 12_950],
    ['129,50 kr', 12_950],
    ['SEK 1.234.567', 123_456_700],
  ])('parses %j as shops print it', async (order_value, minor) => {
    expect((await store.pixel({ ...report, order_value })).status).toBe(200);
    expect((await store.orders()).map(({ original_minor }) => original_minor)).toEqual([minor]);
  });

  it('ignores empty and unknown fields, and white space', async () => {
    const empty = { currency: '', tclid: ' ', voucher_code: '', cache_buster: '5' };
    await store.pixel({ order_id: ' A-1 ', order_value: '5', ...empty });
    await store.pixel({ order_id: 'A-2', order_value: '5', currency: ' sek ', tclid: 'x'.repeat(2_000) });
    await store.pixel({ order_id: 'A-3', order_value: '5', tclid: UNKNOWN_CLICK });
    const kept = (await store.orders()).map((one) => [one.order_id, one.original_currency, one.unattributed_reason]);
    expect(kept).toEqual([
      ['A-1', 'SEK', 'no_click'],
      ['A-2', 'SEK', 'unknown_click'],
      ['A-3', 'SEK', 'unknown_click'],
    ]);
  });

  it('reads a currency by its symbol, names with the rest of an escaped separator, and several codes', async () => {
    await store.pixel({
      order_id: 'S-1',
      'amp;order_value': '5',
      'amp;currency': 'kr',
      'amp;voucher_code': 'FREE,ANNA',
    });
    await store.pixel({ order_id: 'S-2', order_value: '129.50', currency: '€', voucher_code: 'v'.repeat(65) });
    const kept = (await store.orders()).map((one) => [one.original_minor, one.original_currency, one.reported_codes]);
    expect(kept).toEqual([
      [500, 'SEK', 'FREE,ANNA'],
      [12_950, 'EUR', null],
    ]);
  });

  it('dates an order that had to wait in the browser by its age', async () => {
    await store.pixel({ ...report, order_age: '172800' });
    expect((await store.orders())[0].order_at).toEqual(new Date('2026-03-13T12:00:00Z'));
    for (const order_age of ['604801', '-1', '1.5', 'x', ''])
      expect((await store.pixel({ order_id: `AGE ${order_age}`, order_value: '5', order_age })).status).toBe(200);
  });

  it('stores its input unchanged, including HTML', async () => {
    const order_id = `<script>alert("1")</script>'; DROP TABLE orders; -- 😀`;
    expect((await store.pixel({ ...report, order_id })).status).toBe(200);
    expect((await store.orders()).map((one) => one.order_id)).toEqual([order_id]);
  });

  it('identifies stores only by their tracking key', async () => {
    const { trackingKey, activationKey, storeId } = store;
    for (const key of ['nothing', `${storeId}`, activationKey, `${trackingKey}%20`, 'a%2fb', '']) {
      const { status, headers } = await store.pixel(report, { key });
      expect([404, 422]).toContain(status);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    expect((await store.pixel(report, { key: 'nothing' })).status).toBe(404);
    expect((await store.pixel(report, { key: 'k'.repeat(256) })).status).toBe(422);
    await store.query('UPDATE stores SET deleted_at = now()');
    expect((await store.pixel(report)).status).toBe(404);
    expect(await store.orders()).toEqual([]);
  });

  it('stores orders of a deactivated store, which earn nothing', async () => {
    await store.query('UPDATE stores SET deactivated_at = now()');
    expect((await store.pixel({ ...report, tclid: store.click })).status).toBe(200);
    expect(await store.orders()).toMatchObject([{ link_id: null, unattributed_reason: 'inactive', cost_minor: 0 }]);
  });

  it('records nothing for a HEAD request', async () => {
    expect((await store.pixel(report, { method: 'HEAD' })).status).toBe(200);
    expect(await store.orders()).toEqual([]);
  });
});

describe('The pixel names the field', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['empty fields', { order_id: '', order_value: '' }, ['order_id', 'order_value']],
    ['a blank number', { order_id: ' ' }, ['order_id']],
    ['a NUL', { order_id: 'A\0' }, ['order_id']],
    ['a long number', { order_id: 'x'.repeat(129) }, ['order_id']],
    ['a number on two lines', { order_id: 'A\nB' }, ['order_id']],
    ['a list of numbers', { 'order_id[]': 'B' }, ['order_id']],
    ['a negative value', { order_value: '-5' }, ['order_value']],
    ['a value that may be two', { order_value: '1,234' }, ['order_value']],
    ['a value with words', { order_value: '5 pieces' }, ['order_value']],
    ['a value of another currency', { order_value: '$5', currency: 'SEK' }, ['order_value']],
    ['a value of 200 digits', { order_value: '9'.repeat(200) }, ['order_value']],
    ['a value past all money', { order_value: '999999999999999' }, ['order_value']],
    ['two wrong fields', { order_value: 'NaN', currency: 'coins' }, ['currency', 'order_value']],
    ['a currency that is none', { currency: 'coins' }, ['currency']],
  ])('of %s', async (_what, fields, wrong) => {
    const { status, errors, headers } = await store.pixel({ ...report, ...fields });
    expect([status, Object.keys(errors).sort()]).toEqual([422, wrong]);
    // The script must be able to read the status; otherwise it would retry forever.
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(await store.orders()).toEqual([]);
  });
});
