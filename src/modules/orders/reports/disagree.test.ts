import { describe, expect, it } from 'vitest';
import { disagree } from './disagree.ts';

type Claim = Parameters<typeof disagree>[0][number];

const NOON = Date.parse('2026-03-10T12:00:00Z');
const [MINE, THEIRS] = ['019cd79d-5ba0-781e-92ae-3c477ecd9f73', '019cd79d-5ba0-77ce-8049-90e0931fd3d3'];
const claim = (what: Partial<Claim>): Claim => ({
  ...{ channel: 'sales_pixel', signed: false, at: new Date(NOON), orderAt: new Date(NOON), isDated: false },
  ...{ originalMinor: 10_000, originalCurrency: 'SEK', clickId: null, voucherCode: null, lines: null, customer: null },
  ...what,
  reportedClick: what.reportedClick ?? (what.clickId ?? null) !== null,
});
const page = (what: Partial<Claim> = {}) => claim(what);
const signed = (what: Partial<Claim> = {}) => claim({ signed: true, ...what });
const plugin = (what: Partial<Claim> = {}) => claim({ channel: 'shop_plugin', ...what });
const server = (what: Partial<Claim> = {}) => claim({ channel: 'server', ...what });

const CASES: [string, boolean, Claim[]][] = [
  ['one report', false, [page({ clickId: MINE })]],
  ['two pages that say the same', false, [page({ clickId: MINE }), page({ clickId: MINE })]],
  ['two pages with two clicks', true, [page({ clickId: MINE }), page({ clickId: THEIRS })]],
  ['a page with a click and one without', true, [page({ clickId: THEIRS }), page()]],
  ['two pages with two values', true, [page(), page({ originalMinor: 9_999 })]],
  ['two pages with two currencies', true, [page(), page({ originalCurrency: 'EUR' })]],
  ['two pages with two vouchers', true, [page({ voucherCode: 'A' }), page({ voucherCode: 'B' })]],
  ['one voucher in two cases', false, [page({ voucherCode: 'anna' }), page({ voucherCode: 'ANNA' })]],
  ['a click that has no form of one, beside a click', true, [page({ reportedClick: true }), page({ clickId: MINE })]],
  [
    'the store’s click, regardless of reports of pages',
    false,
    [server({ clickId: MINE }), page({ clickId: THEIRS, originalMinor: 1 })],
  ],
  ['the shop’s value and a page’s click of the same value', false, [server(), page({ clickId: MINE })]],
  [
    'the shop’s value and a page’s click of another value',
    true,
    [server(), page({ clickId: THEIRS, originalMinor: 1 })],
  ],
  [
    'the shop’s value and a page’s voucher of another value',
    true,
    [server(), page({ voucherCode: 'X', originalMinor: 1 })],
  ],
  ['the shop’s value and a page that claims nothing', false, [server(), page({ originalMinor: 1 })]],
  ['a page’s click and a page without, of the shop’s value', true, [server(), page({ clickId: THEIRS }), page()]],
  ['plugin and server that complete one another', false, [plugin({ clickId: MINE }), server({ voucherCode: 'X' })]],
  ['plugin and server with two clicks', true, [plugin({ clickId: MINE }), server({ clickId: THEIRS })]],
  ['plugin and server with two values', true, [plugin(), server({ originalMinor: 1 })]],
  [
    'a signed page, regardless of unsigned ones',
    false,
    [signed(), page({ clickId: THEIRS }), page({ originalMinor: 1 })],
  ],
  ['two signed pages with two clicks', true, [signed({ clickId: MINE }), signed({ clickId: THEIRS })]],
  ['the shop’s value and a signed page of another', true, [server(), signed({ clickId: MINE, originalMinor: 1 })]],
];

describe('disagree', () => {
  it.each(CASES)('%s: %s', (_, expected, reports) => {
    expect(disagree(reports)).toBe(expected);
    expect(disagree(reports.toReversed())).toBe(expected);
  });

  it('detects a page that reports an order before it was placed, with a tolerance of five minutes', () => {
    const dated = server({ isDated: true, orderAt: new Date(NOON + 5 * 60_000) });
    expect(disagree([page({ clickId: THEIRS }), dated])).toBe(false);
    expect(disagree([page({ clickId: THEIRS }), { ...dated, orderAt: new Date(NOON + 5 * 60_000 + 1) }])).toBe(true);
  });
});
