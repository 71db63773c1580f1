import type { Calendar } from '../../../platform/calendar.ts';
import { type DayRange, dayRange } from '../../../platform/day-range.ts';
import { MAX_RANGE_DAYS } from '../../../platform/limits.ts';

const NAMES = { first: 'start_date', last: 'end_date' };

/**
 * Reads the days of a campaign's figures: the year up to today by default.
 * @throws InvalidInput naming `start_date` or `end_date` when the range is reversed, longer than 366 days, or begins
 * before 1970
 */
export function figureDays(
  { start_date: first, end_date: last }: { start_date?: string | undefined; end_date?: string | undefined },
  calendar: Calendar,
  now: Date,
): DayRange {
  return dayRange({ first, last }, calendar, now, { defaultDays: MAX_RANGE_DAYS, names: NAMES });
}
