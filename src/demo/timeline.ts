import { addDays, type Calendar, startOfDay } from '../platform/calendar.ts';

const HOUR_MS = 3_600_000;

/** The demo's dates, told from the day on which it is loaded, so that default views always show something. */
export interface Timeline {
  nowMs: number;
  /** `YYYY-MM-DD` in the platform's time zone, as all days here. */
  today: string;
  /** First day of the last whole month: over, and open. */
  lastMonth: string;
  /** First day of the month before that, with which the season begins: closed. */
  firstMonth: string;
  /** The season's first instant. */
  seasonFromMs: number;
  /** So many days after today (before, when negative), and hours after that day began, whatever clocks were changed in between. */
  at(days: number, hour?: number): Date;
}

/** Lays the demo's dates around `nowMs`. */
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

/** First day of the month that lies `monthsBack` before the day's own. */
function firstOfMonth(day: string, monthsBack: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - monthsBack);
  return first.toISOString().slice(0, 10);
}
