import type { Calendar } from '../../platform/calendar.ts';

/** What the statistics are built on. */
export interface StatisticsParts {
  /** Says which day it is, and what a day is. */
  calendar: Calendar;
  /** What tracked addresses begin with, without a trailing slash. */
  publicUrl: string;
}
