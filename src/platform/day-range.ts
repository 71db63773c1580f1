import { addDays, type Calendar } from './calendar.ts';
import { InvalidInput } from './errors/errors.ts';
import { MAX_RANGE_DAYS } from './limits.ts';

const DEFAULT_DAYS = 30;
/** No click is older, because click ids count milliseconds from this day. */
const FIRST_DAY = '1970-01-01';
const DAY_MS = 86_400_000;

/** Calendar days from the first to the last, both inclusive, as `YYYY-MM-DD`. */
export interface DayRange {
  first: string;
  last: string;
}

/** The field names of the two days in the caller's request. */
interface RangeNames {
  first: string;
  last: string;
}

const FROM_TO: RangeNames = { first: 'from', last: 'to' };

interface RangeOptions {
  defaultDays?: number;
  names?: RangeNames;
  /** The most days of a range. */
  most?: number;
}

/**
 * Reads a range of days, both inclusive. `last` defaults to today, and `first` to the day that makes the range
 * `defaultDays` (30) long.
 * @throws InvalidInput naming a given field when the range is reversed, longer than `most` (366) days, or begins before 1970
 */
export function dayRange(
  asked: { first?: string | undefined; last?: string | undefined },
  calendar: Calendar,
  now: Date,
  { defaultDays = DEFAULT_DAYS, names = FROM_TO, most = MAX_RANGE_DAYS }: RangeOptions = {},
): DayRange {
  const last = asked.last ?? calendar.dayOf(now.getTime());
  if (last < FIRST_DAY) throw new InvalidInput({ [names.last]: [`must not be before ${FIRST_DAY}`] });
  const range = { first: asked.first ?? addDays(last, 1 - defaultDays), last };
  if (asked.first !== undefined) checkDays(range, asked, { names, most });
  return range;
}

/** The range whose days were computed last. Most reports of a day have the same one. */
let latest: DayRange & { days: readonly string[] } = { first: '', last: '', days: [] };

/** Returns every day of a range in order. */
export function daysOf({ first, last }: DayRange): readonly string[] {
  if (first === latest.first && last === latest.last) return latest.days;
  const start = Date.parse(first);
  // `addDays` would parse the first day for each of them, which took most of the time of a report.
  const days = Array.from({ length: countDays(first, last) }, (_, index) =>
    new Date(start + index * DAY_MS).toISOString().slice(0, 10),
  );
  latest = { first, last, days };
  return days;
}

/**
 * Checks a range that is already completed with defaults.
 * @param asked the fields of the input; an error names one of them
 * @throws InvalidInput like `dayRange`
 */
export function checkDays(
  range: DayRange,
  asked: Partial<Record<'first' | 'last', unknown>>,
  { names = FROM_TO, most = MAX_RANGE_DAYS }: Pick<RangeOptions, 'names' | 'most'> = {},
): void {
  const { first, last } = range;
  if (first < FIRST_DAY) throw new InvalidInput({ [names.first]: [`must not be before ${FIRST_DAY}`] });
  if (first > last) throw reversedRange(asked, names);
  if (countDays(first, last) <= most) return;
  throw asked.last === undefined
    ? new InvalidInput({
        [names.first]: [`must be within ${most} days of \`${names.last}\`, which is today unless it is given`],
      })
    : new InvalidInput({ [names.last]: [`must be within ${most} days from the first`] });
}

/** Returns the errors of a range that ends before it begins, for a field that the caller has given. */
export function reversedRange(asked: Partial<Record<'first' | 'last', unknown>>, names = FROM_TO): InvalidInput {
  const { first, last } = names;
  return asked.first === undefined
    ? new InvalidInput({ [last]: [`must not be before \`${first}\`, which is today unless it is given`] })
    : new InvalidInput({ [first]: [`must not be after \`${last}\`, which is today unless it is given`] });
}

const countDays = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
