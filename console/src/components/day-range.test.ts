import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayAt, daysIn, FIRST_DAY, lastDays, periodBefore, rangeError, readRange, today } from './day-range.ts';

describe('A range of days', () => {
  it('is valid with both days, in order, and at most 366 days', () => {
    expect(rangeError({ from: '2024-01-01', to: '2024-12-31' })).toBe(undefined);
    expect(rangeError({ from: '2024-01-01', to: '2025-01-01' })).toBe('long');
    expect(rangeError({ from: '2024-01-01', to: '2025-01-01' }, Number.POSITIVE_INFINITY)).toBe(undefined);
    expect(rangeError({ from: '2024-01-02', to: '2024-01-01' })).toBe('reversedRange');
    expect(rangeError({ from: '', to: '2024-01-01' })).toBe('missing');
    expect(rangeError({ from: '2024-01-01', to: '' })).toBe('missing');
    expect(rangeError({ from: '1999-12-31', to: '2000-01-01' })).toBe('early');
  });

  it('has a previous period only if the API accepts it (from 1970)', () => {
    const earliest = { from: FIRST_DAY, to: '2000-12-31' };
    expect([rangeError(earliest), daysIn(earliest)]).toEqual([undefined, 366]);
    expect(periodBefore(earliest).from > '1970-01-01').toBe(true);
  });

  it('is read from the URL, with the default in place of an invalid range', () => {
    expect(readRange({ from: '2024-01-01', to: '2024-12-31' })).toEqual({ from: '2024-01-01', to: '2024-12-31' });
    expect(readRange({ from: '2020-01-01', to: '2024-12-31' }, 7)).toEqual(lastDays(7));
    expect(readRange({ from: '2024-02-31x', to: '2024-12-31' }, 7)).toEqual(lastDays(7));
    const years = { from: '2020-01-01', to: '2024-12-31' };
    expect(readRange(years, 7, Number.POSITIVE_INFINITY)).toEqual(years);
  });
});

describe('Today', () => {
  // Half past midnight on 1 December in Stockholm.
  const instant = new Date('2026-11-30T23:30:00Z');

  it.each([
    ['UTC', '2026-11-30'],
    ['Europe/Stockholm', '2026-12-01'],
    ['America/New_York', '2026-11-30'],
    ['Pacific/Auckland', '2026-12-01'],
    ['__TIME_ZONE__', '2026-11-30'],
  ])('is the day of the marketplace in %s: %s', (zone, day) => {
    expect(dayAt(instant, zone)).toBe(day);
    vi.useFakeTimers({ now: instant });
    vi.stubGlobal('document', { documentElement: { dataset: { timeZone: zone } } });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    expect(today()).toBe(day);
    expect(lastDays(7).to).toBe(day);
  });
});
