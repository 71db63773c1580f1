import { describe, expect, it } from 'vitest';
import { createCalendar } from './calendar.ts';
import { dayRange, daysOf } from './day-range.ts';
import type { InvalidInput } from './errors/errors.ts';

const calendar = createCalendar('Europe/Stockholm');
/** In Stockholm, this instant is already on 2 March. */
const now = new Date('2026-03-01T23:30:00Z');
const fault = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return (error as InvalidInput).errors;
  }
};

describe('a range of days', () => {
  const range = (first?: string, last?: string) => fault(() => Object.values(dayRange({ first, last }, calendar, now)));

  it('is the last 30 days by default', () => {
    expect(range()).toEqual(['2026-02-01', '2026-03-02']);
    expect(range(undefined, '2026-01-30')).toEqual(['2026-01-01', '2026-01-30']);
    expect(range('2026-02-28')).toEqual(['2026-02-28', '2026-03-02']);
  });

  it('refuses reversed days, more than 366 days and days before 1970, naming the field', () => {
    expect(range('2026-01-02', '2026-01-01')).toHaveProperty('from');
    expect(range('2025-01-01', '2026-01-02')).toHaveProperty('to');
    expect(range('2020-01-01')).toEqual({
      from: ['must be within 366 days of `to`, which is today unless it is given'],
    });
    expect(range('0001-01-01', '2026-01-02')).toHaveProperty('from');
    expect(range(undefined, '0001-01-01')).toHaveProperty('to');
    expect(range(undefined, '1970-01-01')).toEqual(['1969-12-03', '1970-01-01']);
  });

  it('lists its days across the end of a month and of a year', () => {
    expect(daysOf({ first: '2023-12-30', last: '2024-01-02' })).toEqual([
      '2023-12-30',
      '2023-12-31',
      '2024-01-01',
      '2024-01-02',
    ]);
    expect(daysOf({ first: '2026-03-28', last: '2026-03-30' })).toHaveLength(3);
  });

  it('has another length and other field names if the caller sets them', () => {
    const options = { defaultDays: 366, names: { first: 'start_date', last: 'end_date' } };
    const named = (first?: string, last?: string) => fault(() => dayRange({ first, last }, calendar, now, options));
    expect(named()).toEqual({ first: '2025-03-02', last: '2026-03-02' });
    expect(named('2026-03-03')).toEqual({
      start_date: ['must not be after `end_date`, which is today unless it is given'],
    });
    expect(named('2025-03-01')).toEqual({
      start_date: ['must be within 366 days of `end_date`, which is today unless it is given'],
    });
    expect(named('2025-03-01', '2026-03-02')).toHaveProperty('end_date');
    expect(named('2025-03-02')).toEqual({ first: '2025-03-02', last: '2026-03-02' });
  });
});
