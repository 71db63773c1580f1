import { addDays } from '../../../platform/calendar.ts';

/** A payment period is a month of the platform's time zone, named by its first day. */
export interface Month {
  /** `YYYY-MM-01` */
  first: string;
  last: string;
}

/** Converts a validated `YYYY-MM`. */
export function monthOf(name: string): Month {
  const first = `${name}-01`;
  return { first, last: addDays(nextMonth(first), -1) };
}

/** The month of a day. */
export function monthAround(day: string): Month {
  return monthOf(day.slice(0, 7));
}

/** The first day of the following month. */
export function nextMonth(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}
