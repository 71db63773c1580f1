import type { LinkProps } from '@tanstack/react-router';
import { MAX_RANGE_DAYS } from '../../../../src/platform/limits.ts';
import { type DayRange, daysIn } from '../../components/day-range.ts';
import { type DaysFilter, daysOf } from '../../components/explanation/places.ts';

/** The clicks and orders behind an amount; undefined if there are more days than their page shows. */
export function explainedDays<Row>(
  store: number,
  range: DayRange,
  filterOf: (row: Row) => DaysFilter,
): ((row: Row) => LinkProps) | undefined {
  return daysIn(range) > MAX_RANGE_DAYS ? undefined : (row) => daysOf({ store }, range, filterOf(row));
}
