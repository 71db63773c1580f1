import { addDays, type Calendar } from './calendar.ts';
import { InvalidInput } from './errors/errors.ts';

/** Most days that one question may span: a leap year. */
export const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;
/** No click is older: its id counts milliseconds from here. */
const FIRST_DAY = '1970-01-01';
const DAY_MS = 86_400_000;

/** Calendar days from the first to the last, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  first: string;
  last: string;
}

/** The names that the caller knows the two days of a range by. */
interface RangeNames {
  first: string;
  last: string;
}

const FROM_TO: RangeNames = { first: 'from', last: 'to' };

/**
 * Reads a range of days, both included: the last is today unless given, and the first makes it `defaultDays` (30) unless given.
 * @throws InvalidInput naming a field that was given when the range is upside down, over 366 days, or before 1970.
 */
export function dayRange(
  asked: { first?: string | undefined; last?: string | undefined },
  calendar: Calendar,
  now: Date,
  { defaultDays = DEFAULT_DAYS, names = FROM_TO }: { defaultDays?: number; names?: RangeNames } = {},
): DayRange {
  const last = asked.last ?? calendar.dayOf(now.getTime());
  if (last < FIRST_DAY) throw new InvalidInput({ [names.last]: [`must not be before ${FIRST_DAY}`] });
  const range = { first: asked.first ?? addDays(last, 1 - defaultDays), last };
  if (asked.first !== undefined) checkDays(range, asked, names);
  return range;
}

/** Every day of a range, in order. */
export function daysOf({ first, last }: DayRange): string[] {
  return Array.from({ length: countDays(first, last) }, (_, index) => addDays(first, index));
}

/**
 * Checks a range that has been completed with defaults.
 * @param asked what the caller gave; a fault names a field that is in it
 * @throws InvalidInput as `dayRange` does
 */
export function checkDays(range: DayRange, asked: Partial<Record<'first' | 'last', unknown>>, names = FROM_TO): void {
  const { first, last } = range;
  if (first < FIRST_DAY) throw new InvalidInput({ [names.first]: [`must not be before ${FIRST_DAY}`] });
  if (first > last) throw upsideDown(asked, names);
  if (countDays(first, last) <= MOST_DAYS) return;
  throw asked.last === undefined
    ? new InvalidInput({
        [names.first]: [`must be within ${MOST_DAYS} days of \`${names.last}\`, which is today unless it is given`],
      })
    : new InvalidInput({ [names.last]: [`must be within ${MOST_DAYS} days from the first`] });
}

/** The refusal of a range that ends before it begins; it names a field that was given. */
export function upsideDown(asked: Partial<Record<'first' | 'last', unknown>>, names = FROM_TO): InvalidInput {
  const { first, last } = names;
  return asked.first === undefined
    ? new InvalidInput({ [last]: [`must not be before \`${first}\`, which is today unless it is given`] })
    : new InvalidInput({ [first]: [`must not be after \`${last}\`, which is today unless it is given`] });
}

const countDays = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
