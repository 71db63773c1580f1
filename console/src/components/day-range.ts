import { MAX_RANGE_DAYS } from '../../../src/platform/limits.ts';
import { remember } from '../language/remember.ts';

/** Inclusive range of days, as `YYYY-MM-DD`. */
export interface DayRange {
  from: string;
  to: string;
}

const iso = (date: Date) => date.toISOString().slice(0, 10);
const utc = (day: string) => new Date(`${day}T00:00:00Z`);

export function addDays(day: string, days: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
}

/** The format of days in a time zone, or null if there is no such zone. Creating one takes longer than many uses of it. */
const daysInZone = remember((timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    return null;
  }
});

/**
 * The day of an instant in a time zone.
 * @param timeZone an IANA name; another text, as in a page that the server has not written, is UTC
 */
export function dayAt(instant: Date, timeZone: string): string {
  return daysInZone(timeZone)?.format(instant) ?? iso(instant);
}

/** Today in the time zone of the marketplace, in which the server counts days and months. The page names it. */
export const today = (): string => dayAt(new Date(), globalThis.document?.documentElement.dataset.timeZone ?? 'UTC');

/** The last days up to and including today. */
export function lastDays(count: number): DayRange {
  const end = today();
  return { from: addDays(end, 1 - count), to: end };
}

export function daysIn({ from, to }: DayRange): number {
  return Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000) + 1;
}

/** Earliest selectable day. The API accepts days from 1970, so the previous period is valid, too. */
export const FIRST_DAY = '2000-01-01';

/** Why a range is invalid; undefined for a valid range. */
export function rangeError(
  range: DayRange,
  most = MAX_RANGE_DAYS,
): 'missing' | 'reversedRange' | 'early' | 'long' | undefined {
  if (range.from === '' || range.to === '') return 'missing';
  if (range.from > range.to) return 'reversedRange';
  if (range.from < FIRST_DAY) return 'early';
  return daysIn(range) > most ? 'long' : undefined;
}

/** The period of the same length directly before. */
export function periodBefore(range: DayRange): DayRange {
  const days = daysIn(range);
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) };
}

/** All days of the range, in order. */
export function eachDay(range: DayRange): string[] {
  return Array.from({ length: daysIn(range) }, (_, index) => addDays(range.from, index));
}

/** The calendar month `before` months before that of `day`. */
export function monthOf(day: string, before = 0): DayRange {
  const first = utc(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - before);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return { from: iso(first), to: iso(last) };
}

/** Reads a range from the URL. Falls back to the last `days` days. */
export function readRange(search: Record<string, unknown>, days = 30, most = MAX_RANGE_DAYS): DayRange {
  const { from, to } = search;
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(utc(value).getTime());
  return isDay(from) && isDay(to) && rangeError({ from, to }, most) === undefined ? { from, to } : lastDays(days);
}
