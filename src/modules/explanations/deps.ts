import type { Calendar } from '../../platform/calendar.ts';

/** The dependencies of explanations, lists of clicks and exports. */
export interface ExplanationDeps {
  /** Determines the current day. */
  calendar: Calendar;
}
