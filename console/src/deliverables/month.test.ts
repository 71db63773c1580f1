import { expect, it } from 'vitest';
import { addMonths, daysOf, weeksOf } from './month.ts';

it('months follow each other across years', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-03',
  ]);
});

it('a month has its own days, and its weeks begin on Monday', () => {
  expect(daysOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  const weeks = weeksOf('2026-11');
  expect([weeks.length, weeks[0]![0], weeks[0]![6], weeks.at(-1)![6]]).toEqual([
    6,
    '2026-10-26',
    '2026-11-01',
    '2026-12-06',
  ]);
  // A month of exactly four weeks.
  expect(weeksOf('2027-02')).toHaveLength(4);
});
