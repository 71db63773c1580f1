import type { Calendar } from '../../platform/calendar.ts';

/** Dependencies of the statistics. */
export interface StatisticsDeps {
  /** Determines the current day and the bounds of days. */
  calendar: Calendar;
  /** Base of tracked addresses, without a trailing slash. */
  publicUrl: string;
}
