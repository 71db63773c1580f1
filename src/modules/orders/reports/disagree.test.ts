import { describe, expect, it } from 'vitest';
import type { CodeOwner } from '../attribution/precedence.ts';
import { disagree as disagreeing } from './disagree.ts';
import type { OrderReportRow } from './order-reports.ts';
import { statementsOf } from './statements.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const [MINE, THEIRS, MINE_LATER, OWNERLESS] = [
  '019cd79d-5ba0-781e-92ae-3c477ecd9f73',
  '019cd79d-5ba0-77ce-8049-90e0931fd3d3',
  '019cd79d-5ba1-781e-92ae-3c477ecd9f73',
  '019cd79d-5ba2-781e-92ae-3c477ecd9f73',
];
const [ME, THEM] = [1, 2];
const ownerOf = (userId: number): CodeOwner => ({ userId, campaignId: null, isExclusive: false });
const owners = {
  ofClick: new Map([MINE, MINE_LATER].map((click) => [click, ownerOf(ME)] as const).concat([[THEIRS, ownerOf(THEM)]])),
  ofCodes: new Map(
    [['MY10', ME] as const, ['my10', ME] as const, ['MY20', ME] as const, ['THEIRS', THEM] as const].map(
      ([code, userId]) => [code, ownerOf(userId)] as const,
    ),
  ),
  precedence: { store: { attribution: 'click_first' as const }, campaigns: new Map() },
};

const claim = (what: Partial<OrderReportRow>): OrderReportRow => ({
  channel: 'sales_pixel',
  signed: false,
  at: new Date(NOON),
  orderAt: new Date(NOON),
  isDated: false,
  originalMinor: 10_000,
  originalCurrency: 'SEK',
  clickId: null,
  voucherCode: null,
  lines: null,
  customer: null,
  id: 0,
  stated: 0,
  counts: true,
  day: '2026-03-10',
  actorId: null,
  ...what,
  reportedClick: what.reportedClick ?? (what.clickId ?? null) !== null,
});
/** Whether reports contradict each other that arrive in this sequence. */
const disagree = (reports: readonly OrderReportRow[]): boolean =>
  disagreeing(
    statementsOf(
      reports.map((report, index) => ({ ...report, id: index + 1, stated: index + 1 })),
      owners,
    ),
  );
const page = (what: Partial<OrderReportRow> = {}) => claim(what);
const signed = (what: Partial<OrderReportRow> = {}) => claim({ signed: true, ...what });
const plugin = (what: Partial<OrderReportRow> = {}) => claim({ channel: 'shop_plugin', ...what });
const server = (what: Partial<OrderReportRow> = {}) => claim({ channel: 'server', ...what });

const CASES: [string, boolean, OrderReportRow[]][] = [
  ['one report', false, [page({ clickId: MINE })]],
  ['two pages that say the same', false, [page({ clickId: MINE }), page({ clickId: MINE })]],
  ['two pages with two clicks', true, [page({ clickId: MINE }), page({ clickId: THEIRS })]],
  ['a page with a click and one without', true, [page({ clickId: THEIRS }), page()]],
  ['two pages with two values', true, [page(), page({ originalMinor: 9_999 })]],
  ['two pages with two currencies', true, [page(), page({ originalCurrency: 'EUR' })]],
  ['two pages with two clicks of one creator', false, [page({ clickId: MINE }), page({ clickId: MINE_LATER })]],
  ['a click and a voucher of one creator', false, [page({ clickId: MINE }), page({ voucherCode: 'MY10' })]],
  ['a click and a voucher of two creators', true, [page({ clickId: MINE }), page({ voucherCode: 'THEIRS' })]],
  [
    'a click, and the same beside another’s voucher',
    false,
    [page({ clickId: MINE }), page({ clickId: MINE, voucherCode: 'THEIRS' })],
  ],
  ['two pages with two vouchers', true, [page({ voucherCode: 'MY10' }), page({ voucherCode: 'THEIRS' })]],
  ['two vouchers of one creator', false, [page({ voucherCode: 'MY10' }), page({ voucherCode: 'MY20' })]],
  ['one voucher in two cases', false, [page({ voucherCode: 'my10' }), page({ voucherCode: 'MY10' })]],
  ['two clicks that belong to nobody', false, [page({ clickId: OWNERLESS }), page({ reportedClick: true })]],
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
  ['a signed page with a click and one without', false, [signed({ clickId: MINE }), signed()]],
  ['two signed pages with two values', true, [signed({ clickId: MINE }), signed({ originalMinor: 1 })]],
  [
    'the shop’s value and a signed page’s click, regardless of unsigned pages',
    false,
    [server(), signed({ clickId: MINE }), page({ clickId: THEIRS }), page()],
  ],
  [
    'plugin and server with two clicks of one creator',
    false,
    [plugin({ clickId: MINE }), server({ clickId: MINE_LATER })],
  ],
  [
    'plugin and server with vouchers of two creators',
    true,
    [plugin({ voucherCode: 'MY10' }), server({ voucherCode: 'THEIRS' })],
  ],
  ['a server that corrects its value', false, [server({ clickId: MINE }), server({ originalMinor: 1 })]],
  ['a server that corrects its code', false, [server({ voucherCode: 'MY10' }), server({ voucherCode: 'THEIRS' })]],
  ['a server with clicks of two creators', true, [server({ clickId: MINE }), server({ clickId: THEIRS })]],
  [
    'a page’s click of the value before the server’s correction',
    false,
    [server(), page({ clickId: MINE }), server({ originalMinor: 1 })],
  ],
  [
    'pages of the values before and after the server’s correction',
    false,
    [server(), page({ clickId: MINE }), server({ originalMinor: 1 }), page({ clickId: MINE, originalMinor: 1 })],
  ],
  ['two signed pages with two clicks', true, [signed({ clickId: MINE }), signed({ clickId: THEIRS })]],
  ['the shop’s value and a signed page of another', true, [server(), signed({ clickId: MINE, originalMinor: 1 })]],
];

describe('disagree', () => {
  it.each(CASES)('%s: %s', (_, expected, reports) => {
    expect(disagree(reports)).toBe(expected);
    expect(disagree(reports.toReversed())).toBe(expected);
  });

  it('detects a server that corrects its value beside a plugin that does not, until the plugin corrects it, too', () => {
    const before = [plugin(), server(), server({ originalMinor: 1 })];
    expect(disagree(before)).toBe(true);
    expect(disagree([...before, plugin({ originalMinor: 1 })])).toBe(false);
    expect(disagree([...before, server()])).toBe(false);
  });

  it('detects a page that reports an order before it was placed, with a tolerance of five minutes', () => {
    const dated = server({ isDated: true, orderAt: new Date(NOON + 5 * 60_000) });
    expect(disagree([page({ clickId: THEIRS }), dated])).toBe(false);
    expect(disagree([page({ clickId: THEIRS }), { ...dated, orderAt: new Date(NOON + 5 * 60_000 + 1) }])).toBe(true);
  });
});
