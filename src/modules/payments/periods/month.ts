import { addDays } from '../../../platform/calendar.ts';

/** A payment period is a month of the platform's time zone, named by its first day. */
export interface Month {
  /** `YYYY-MM-01` */
  first: string;
  last: string;
}

/** The month of `YYYY-MM`, of which the form has been checked. */
export function monthOf(name: string): Month {
  const first = `${name}-01`;
  return { first, last: addDays(nextMonth(first), -1) };
}

/** The month that a day lies in. */
export function monthAround(day: string): Month {
  return monthOf(day.slice(0, 7));
}

/** First day of the month after. */
export function nextMonth(first: string): string {
  return `${addDays(first, 31).slice(0, 7)}-01`;
}
