import { addDays, type Calendar } from '../../platform/calendar.ts';
import { checkDays, type DayRange, reversedRange } from '../../platform/day-range.ts';

/** Hours of one day, `HH:MM:SS` in the platform's time zone; null is the beginning or end of the day. */
export interface PartOfDay {
  day: string;
  from: string | null;
  /** Exclusive end. */
  until: string | null;
}

/** A period as whole days, which are read from totals, and at most two partial days, which need the raw clicks. */
export interface ClickRange {
  /** IANA name of the time zone of the times. */
  timeZone: string;
  days: DayRange | null;
  parts: readonly PartOfDay[];
}

interface RequestedRange {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Reads `from` and `to` of the click reports: `YYYY-MM-DD` or `YYYY-MM-DD HH:MM[:SS]`, already validated by the
 * schema; both default to today. `to` is inclusive: its whole day, minute or second.
 * @throws InvalidInput naming a given field when the range is reversed, longer than 366 days, or begins before 1970
 */
export function clickRange({ from, to }: RequestedRange, calendar: Calendar, now: Date): ClickRange {
  const today = calendar.dayOf(now.getTime());
  const [firstDay, fromTime] = startOf(from ?? today);
  const [lastDay, untilTime] = endOf(to ?? today);
  const asked = { first: from, last: to };
  checkDays({ first: firstDay, last: lastDay }, asked);
  const { timeZone } = calendar;
  if (firstDay === lastDay && (fromTime ?? untilTime) !== null) {
    if (fromTime !== null && untilTime !== null && fromTime >= untilTime) throw reversedRange(asked);
    return { timeZone, days: null, parts: [{ day: firstDay, from: fromTime, until: untilTime }] };
  }
  const first = fromTime === null ? firstDay : addDays(firstDay, 1);
  const last = untilTime === null ? lastDay : addDays(lastDay, -1);
  const parts: PartOfDay[] = [];
  if (fromTime !== null) parts.push({ day: firstDay, from: fromTime, until: null });
  if (untilTime !== null) parts.push({ day: lastDay, from: null, until: untilTime });
  return { timeZone, days: first <= last ? { first, last } : null, parts };
}

/** Returns the day and the time of its start; null for the beginning of the day. */
function startOf(moment: string): [day: string, time: string | null] {
  const time = moment.slice(11).padEnd(8, ':00');
  return [moment.slice(0, 10), moment.length === 10 || time === '00:00:00' ? null : time];
}

/** Returns the day and the exclusive end of the given minute or second; null for the end of the day. */
function endOf(moment: string): [day: string, time: string | null] {
  const [day, clock] = [moment.slice(0, 10), moment.slice(11)];
  if (clock === '') return [day, null];
  const [hours = 0, minutes = 0, seconds = 59] = clock.split(':').map(Number);
  const next = hours * 3600 + minutes * 60 + seconds + 1;
  return [day, next === 86_400 ? null : new Date(next * 1000).toISOString().slice(11, 19)];
}
