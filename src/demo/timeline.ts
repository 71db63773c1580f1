import { addDays, type Calendar, startOfDay } from '../platform/calendar.ts';

const HOUR_MS = 3_600_000;

/** The demo's dates relative to the day on which it is loaded, so that default views always contain data. */
export interface Timeline {
  nowMs: number;
  /** `YYYY-MM-DD` in the platform's time zone, like all days here. */
  today: string;
  /** First day of the last complete month, which is not yet closed. */
  lastMonth: string;
  /** First day of the month before that, with which the season begins; closed. */
  firstMonth: string;
  /** First instant of the season. */
  seasonFromMs: number;
  /**
   * Returns the instant `hour` hours after the beginning of the day that is `days` days after today (before, when
   * negative), with respect to clock changes.
   */
  at(days: number, hour?: number): Date;
}

/** Computes the demo's dates around `nowMs`. */
export function timelineAround(calendar: Calendar, nowMs: number): Timeline {
  const today = calendar.dayOf(nowMs);
  const firstMonth = firstOfMonth(today, 2);
  const beginnings = new Map<number, number>();
  const beginningOf = (days: number) => {
    const known = beginnings.get(days) ?? startOfDay(calendar, addDays(today, days)).getTime();
    beginnings.set(days, known);
    return known;
  };
  return {
    nowMs,
    today,
    lastMonth: firstOfMonth(today, 1),
    firstMonth,
    seasonFromMs: startOfDay(calendar, firstMonth).getTime(),
    at: (days, hour = 0) => {
      const whole = Math.floor(days);
      return new Date(beginningOf(whole) + ((days - whole) * 24 + hour) * HOUR_MS);
    },
  };
}

/** Returns the first day of the month that is `monthsBack` months before the given day's month. */
function firstOfMonth(day: string, monthsBack: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - monthsBack);
  return first.toISOString().slice(0, 10);
}
