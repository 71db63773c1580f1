import type { Calendar } from '../../platform/calendar.ts';

/** What explanations, lists of clicks and exports stand on. */
export interface ExplanationDeps {
  /** Says which day it is. */
  calendar: Calendar;
}
