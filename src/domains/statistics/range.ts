import { addDays, type Calendar } from '../../platform/calendar.ts';
import { checkDays, type DayRange, upsideDown } from '../../platform/day-range.ts';

/** Hours of one day, `HH:MM:SS` on the clock of the platform's time zone; null is where the day itself begins or ends. */
export interface PartOfDay {
  day: string;
  from: string | null;
  /** The first second that is not in it. */
  until: string | null;
}

/** A stretch of time as whole days, which totals answer, and at most two partial ones, which need the raw clicks. */
export interface ClickRange {
  /** IANA name of the time zone that the clock times are of. */
  timeZone: string;
  days: DayRange | null;
  parts: readonly PartOfDay[];
}

interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads `from` and `to` of the click reports: `YYYY-MM-DD` or `YYYY-MM-DD HH:MM[:SS]`, of the form that the schema has checked; each is
 * today unless given. `to` is included: its whole day, its whole minute, or its whole second.
 * @throws InvalidInput naming `from` or `to`, whichever was given, when the range is upside down, over 366 days, or before 1970.
 */
export function clickRange({ from, to }: Asked, calendar: Calendar, now: Date): ClickRange {
  const today = calendar.dayOf(now.getTime());
  const [firstDay, fromTime] = startOf(from ?? today);
  const [lastDay, untilTime] = endOf(to ?? today);
  const asked = { first: from, last: to };
  checkDays({ first: firstDay, last: lastDay }, asked);
  const { timeZone } = calendar;
  if (firstDay === lastDay && (fromTime ?? untilTime) !== null) {
    if (fromTime !== null && untilTime !== null && fromTime >= untilTime) throw upsideDown(asked);
    return { timeZone, days: null, parts: [{ day: firstDay, from: fromTime, until: untilTime }] };
  }
  const first = fromTime === null ? firstDay : addDays(firstDay, 1);
  const last = untilTime === null ? lastDay : addDays(lastDay, -1);
  const parts: PartOfDay[] = [];
  if (fromTime !== null) parts.push({ day: firstDay, from: fromTime, until: null });
  if (untilTime !== null) parts.push({ day: lastDay, from: null, until: untilTime });
  return { timeZone, days: first <= last ? { first, last } : null, parts };
}

/** The day and the second it begins with; null where that is the day's first. */
function startOf(moment: string): [day: string, time: string | null] {
  const time = moment.slice(11).padEnd(8, ':00');
  return [moment.slice(0, 10), moment.length === 10 || time === '00:00:00' ? null : time];
}

/** The day and the first second after the moment that is meant, a minute or a second; null where that is the next day's. */
function endOf(moment: string): [day: string, time: string | null] {
  const [day, clock] = [moment.slice(0, 10), moment.slice(11)];
  if (clock === '') return [day, null];
  const [hours = 0, minutes = 0, seconds = 59] = clock.split(':').map(Number);
  const next = hours * 3600 + minutes * 60 + seconds + 1;
  return [day, next === 86_400 ? null : new Date(next * 1000).toISOString().slice(11, 19)];
}
