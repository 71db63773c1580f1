import { addDays, type Calendar } from '../platform/calendar.ts';

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

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
  /** `days` after the beginning of today (before, when negative), at an hour of that day. */
  at(days: number, hour?: number): Date;
}

/** Lays the demo's dates around `nowMs`. */
export function timelineAround(calendar: Calendar, nowMs: number): Timeline {
  const today = calendar.dayOf(nowMs);
  const todayMs = startOfDay(calendar, today);
  return {
    nowMs,
    today,
    lastMonth: firstOfMonth(today, 1),
    firstMonth: firstOfMonth(today, 2),
    seasonFromMs: startOfDay(calendar, firstOfMonth(today, 2)),
    at: (days, hour = 0) => new Date(todayMs + days * DAY_MS + hour * 3_600_000),
  };
}

/** First day of the month that lies `monthsBack` before the day's own. */
function firstOfMonth(day: string, monthsBack: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - monthsBack);
  return first.toISOString().slice(0, 10);
}

/** The instant a day begins at in the calendar's zone; zones lie within 14 hours of UTC, and change on quarters of an hour. */
function startOfDay(calendar: Calendar, day: string): number {
  let instant = Date.parse(`${addDays(day, -1)}T09:00:00Z`);
  while (calendar.dayOf(instant) < day) instant += QUARTER_MS;
  return instant;
}
