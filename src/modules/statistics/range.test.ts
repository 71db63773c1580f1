import { describe, expect, it } from 'vitest';
import { createCalendar } from '../../platform/calendar.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import { clickRange } from './range.ts';

const calendar = createCalendar('Europe/Stockholm');
/** Already 2 March in Stockholm. */
const now = new Date('2026-03-01T23:30:00Z');
const ranged = (from?: string, to?: string) => {
  const { days, parts } = clickRange({ from, to }, calendar, now);
  return { days: days === null ? null : [days.first, days.last], parts: parts.map(Object.values) };
};
const fault = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return (error as InvalidInput).errors;
  }
};

describe('the range of a click report', () => {
  it("is today in the platform's time zone by default", () => {
    expect(ranged()).toEqual({ days: ['2026-03-02', '2026-03-02'], parts: [] });
    expect(ranged('2026-02-27')).toEqual({ days: ['2026-02-27', '2026-03-02'], parts: [] });
  });

  it('accepts whole days, and times at the ends of a day', () => {
    const whole = { days: ['2026-01-01', '2026-01-03'], parts: [] };
    expect(ranged('2026-01-01', '2026-01-03')).toEqual(whole);
    expect(ranged('2026-01-01 00:00', '2026-01-03 23:59')).toEqual(whole);
    expect(ranged('2026-01-01T00:00:00', '2026-01-03T23:59:59')).toEqual(whole);
  });

  it('splits off the hours of the first and the last day', () => {
    expect(ranged('2026-01-01 10:30', '2026-01-03 17:00')).toEqual({
      days: ['2026-01-02', '2026-01-02'],
      parts: [
        ['2026-01-01', '10:30:00', null],
        ['2026-01-03', null, '17:01:00'],
      ],
    });
    expect(ranged('2026-01-01 10:30', '2026-01-02')).toEqual({
      days: ['2026-01-02', '2026-01-02'],
      parts: [['2026-01-01', '10:30:00', null]],
    });
    expect(ranged('2026-01-01 10:30', '2026-01-02 00:00').days).toBeNull();
  });

  it('ends after the given minute or second', () => {
    expect(ranged('2026-01-01', '2026-01-01 09:05').parts).toEqual([['2026-01-01', null, '09:06:00']]);
    expect(ranged('2026-01-01', '2026-01-01 09:59:59').parts).toEqual([['2026-01-01', null, '10:00:00']]);
    expect(ranged('2026-01-01 09:05', '2026-01-01 09:05').parts).toEqual([['2026-01-01', '09:05:00', '09:06:00']]);
    expect(ranged('2026-01-01 09:05:30', '2026-01-01 09:05').parts).toEqual([['2026-01-01', '09:05:30', '09:06:00']]);
  });

  it.each([
    ['2026-01-02', '2026-01-01', 'from'],
    ['2026-01-01 10:01', '2026-01-01 10:00', 'from'],
    ['2026-03-03', undefined, 'from'],
    [undefined, '2026-03-01', 'to'],
    ['2020-01-01', undefined, 'from'],
    ['2020-01-01 10:00', undefined, 'from'],
    [undefined, '1969-12-31', 'to'],
    ['2025-01-01', '2026-01-02', 'to'],
    ['2025-01-01 10:00', '2026-01-02 09:00', 'to'],
    ['1969-12-31', '1970-01-01', 'from'],
  ])('refuses %s to %s, naming %3$s', (from, to, field) => {
    expect(Object.keys(fault(() => ranged(from, to)) as object)).toEqual([field]);
    expect(() => ranged(from, to)).toThrow(InvalidInput);
  });

  it('accepts a leap year, and the first and the last supported day', () => {
    expect(ranged('2024-01-01', '2024-12-31').days).toEqual(['2024-01-01', '2024-12-31']);
    expect(ranged('1970-01-01 00:01', '1970-01-01 00:02').parts).toHaveLength(1);
    expect(ranged('9999-12-31 23:58', '9999-12-31 23:59').parts).toEqual([['9999-12-31', '23:58:00', null]]);
  });
});
