const SLOT_MS = 15 * 60_000;

/** Converts instants to calendar days of one time zone; fast enough to be called for every click. */
export interface Calendar {
  timeZone: string;
  /** Returns the calendar day (`YYYY-MM-DD`) of an instant in milliseconds since 1970. */
  dayOf(instantMs: number): string;
}

/**
 * Creates a calendar for an IANA time zone. The offset of every zone changes on a quarter of an hour only, so one
 * result is cached for the whole quarter.
 */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const known = new Map<number, string>();
  let lastSlot = -1;
  let lastDay = '';
  return {
    timeZone,
    dayOf(instantMs) {
      const slot = Math.floor(instantMs / SLOT_MS);
      if (slot === lastSlot) return lastDay;
      let day = known.get(slot);
      if (day === undefined) {
        day = format.format(slot * SLOT_MS);
        if (known.size > 10_000) known.clear();
        known.set(slot, day);
      }
      lastSlot = slot;
      lastDay = day;
      return day;
    },
  };
}

/** The first day of the month of an instant, in the calendar's time zone. */
export const firstOfMonth = (calendar: Calendar, atMs: number): string => `${calendar.dayOf(atMs).slice(0, 7)}-01`;

/** Returns the day `count` days after a `YYYY-MM-DD` day (before it when `count` is negative). */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Returns the instant of a text in the format of the field `moment()`. A day begins in the calendar's time zone, a time
 * without a zone is UTC.
 */
export function instantOfMoment(calendar: Calendar, moment: string): Date {
  if (moment.length === 10) return startOfDay(calendar, moment);
  const iso = moment.replace(' ', 'T');
  return new Date(/(?:Z|[+-]\d{2}:\d{2})$/i.test(iso) ? iso : `${iso}Z`);
}

/** Returns the day of a text in the format of the field `moment()`. A time without a zone is UTC. */
export function dayOfMoment(calendar: Calendar, moment: string): string {
  return moment.length === 10 ? moment : calendar.dayOf(instantOfMoment(calendar, moment).getTime());
}

/**
 * Returns the first instant of a `YYYY-MM-DD` day in the calendar's time zone, or the next instant after it where
 * the zone skipped that day.
 */
export function startOfDay(calendar: Calendar, day: string): Date {
  return firstAround(day, (slotMs) => order(calendar.dayOf(slotMs)) >= order(day));
}

/**
 * Returns the last millisecond of a `YYYY-MM-DD` day in the calendar's time zone. The largest result lies in the
 * year 9999.
 */
export function endOfDay(calendar: Calendar, day: string): Date {
  const next = firstAround(day, (slotMs) => order(calendar.dayOf(slotMs)) > order(day));
  return new Date(Math.min(next.getTime() - 1, LAST_INSTANT));
}

const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Compares days as numbers, because the formatter writes the year 1 with one digit and the year 10000 with five. */
const order = (day: string): number => Number(day.replaceAll('-', ''));

/**
 * Returns the first instant near a day from which a condition holds. Days begin on a quarter of an hour, and no zone
 * is more than fifteen hours from UTC.
 */
function firstAround(day: string, holds: (slotMs: number) => boolean): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = Math.floor((midnight - 15 * 3_600_000) / SLOT_MS);
  let after = Math.floor((midnight + 39 * 3_600_000) / SLOT_MS);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle * SLOT_MS)) after = middle;
    else before = middle;
  }
  return new Date(after * SLOT_MS);
}

/**
 * Returns the first instant of a `YYYY-MM-DD` day at which the clock of the calendar's time zone shows this hour or a later one.
 * @param hour 0 to 23
 */
export function instantOfHour(calendar: Calendar, day: string, hour: number): Date {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: calendar.timeZone, hour: '2-digit', hourCycle: 'h23' });
  // No clock is changed by more than two hours.
  let slotMs = startOfDay(calendar, day).getTime() + Math.max(0, hour - 2) * 3_600_000;
  while (calendar.dayOf(slotMs) === day && Number(format.format(slotMs)) < hour) slotMs += SLOT_MS;
  return new Date(slotMs);
}
