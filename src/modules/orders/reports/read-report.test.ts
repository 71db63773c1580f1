import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '../../../platform/calendar.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { type OrderReport, readReport } from './read-report.ts';

const now = new Date('2026-03-10T12:00:00Z');
const given: OrderReport = {
  storeId: 1,
  channel: 'server',
  orderId: 'A',
  value: '1',
  currency: null,
  orderAt: null,
  clickId: null,
  voucherCode: null,
  actorId: null,
};
const read = (report: Partial<OrderReport>) =>
  readReport({ ...given, ...report }, { storeCurrency: 'SEK', now, calendar: createCalendar('UTC') });
function faults(report: Partial<OrderReport>): string[] {
  try {
    read(report);
  } catch (error) {
    if (error instanceof InvalidInput) return Object.keys(error.errors).sort();
    throw error;
  }
  return [];
}

describe('the value of a report', () => {
  it.each([
    ['129.50', 'SEK', 12_950],
    ['129.5', 'EUR', 12_950],
    ['0', 'SEK', 0],
    ['1250', 'JPY', 1_250],
    ['1.234', 'KWD', 1_234],
    // The result of 0.1 + 0.2 in floating-point numbers, and halves.
    ['0.30000000000000004', 'SEK', 30],
    ['0.005', 'SEK', 1],
    ['0.0049999', 'SEK', 0],
    ['12.5', 'JPY', 13],
    ['1000000000', 'SEK', 1e11],
  ])('%s %s is %i minor units', (value, currency, minor) => {
    expect(read({ value, currency })).toMatchObject({ originalMinor: minor, originalCurrency: currency });
  });

  it('defaults to the store’s currency', () => {
    expect(read({ value: '1' }).originalCurrency).toBe('SEK');
  });

  it.each([
    '',
    '-1',
    '1,5',
    '1.',
    '.5',
    '1e3',
    'NaN',
    '0x10',
    '1 000',
    '1000000000.01',
    '1'.repeat(16),
    `1.${'0'.repeat(31)}`,
  ])('is refused as %j', (value) => {
    expect(faults({ value })).toEqual(['order_value']);
  });

  it('is parsed from its decimal form in every currency', () => {
    const amounts = fc.record({
      minor: fc.integer({ min: 0, max: 1e11 }),
      currency: fc.constantFrom('SEK', 'JPY', 'KWD'),
    });
    fc.assert(
      fc.property(amounts, ({ minor, currency }) => {
        expect(read({ value: toDecimalString({ minor, currency }), currency }).originalMinor).toBe(minor);
      }),
    );
  });
});

describe('a report', () => {
  it('names all errors at once', () => {
    expect(faults({ value: 'x', currency: 'XXQ', orderAt: new Date(0) })).toEqual(['currency', 'order_value']);
    expect(faults({ currency: 'coins' })).toEqual(['currency']);
  });

  it('is dated now, within the last 366 days or ahead by the clock tolerance, otherwise by its arrival with a warning', () => {
    const at = (ms: number) => ({ orderAt: new Date(now.getTime() + ms) });
    expect(read({}).orderAt).toEqual(now);
    const warned = (ms: number) => read(at(ms)).warnings.map(({ field }) => field);
    expect([warned(5 * 60_000), warned(-366 * 86_400_000)]).toEqual([[], []]);
    for (const ms of [5 * 60_000 + 1, -366 * 86_400_000 - 1]) {
      expect(warned(ms)).toEqual(['order_at']);
      expect(read(at(ms))).toMatchObject({ orderAt: now, isDated: false });
    }
  });

  it('distinguishes a malformed click id from a missing one', () => {
    const id = '019cd5a1-2b3c-7abc-8def-0123456789ab';
    expect(read({ clickId: ` ${id.toUpperCase()}` })).toMatchObject({ clickId: id, reportedClick: true });
    expect(read({ clickId: 'gclid-1' })).toMatchObject({ clickId: null, reportedClick: true });
    for (const around of [`${id}/`, `${id}&gclid=x`, ` tclid=${id}?a`])
      expect(read({ clickId: around })).toMatchObject({ clickId: id, reportedClick: true });
    // A UUID of version 4, which is never the id of a click.
    expect(read({ clickId: id.replace('-7', '-4') })).toMatchObject({ clickId: null, reportedClick: true });
    for (const clickId of [null, '', '  '])
      expect(read({ clickId })).toMatchObject({ clickId: null, reportedClick: false });
  });
});
