import { addDays, type Calendar, instantOfHour } from '../../platform/calendar.ts';
import type { DayRange } from '../../platform/day-range.ts';

/** When a report is sent: each day, on a day of the week (1 is Monday) or on a day of the month, at an hour of the marketplace's time zone. */
export type Rhythm = { hour: number } & (
  | { every: 'day' }
  | { every: 'week'; weekday: number }
  | { every: 'month'; monthDay: number }
);

/** The next instant after another one at which a report is due. */
export function nextDueAt(rhythm: Rhythm, calendar: Calendar, after: Date): Date {
  let day = dueDayUntil(rhythm, calendar.dayOf(after.getTime()));
  while (instantOfHour(calendar, day, rhythm.hour) <= after) day = followingDay(rhythm, day);
  return instantOfHour(calendar, day, rhythm.hour);
}

/** The latest day on which a report was due at an instant. Earlier ones that were missed are not made up. */
export function latestDueDay(rhythm: Rhythm, calendar: Calendar, at: Date): string {
  const day = dueDayUntil(rhythm, calendar.dayOf(at.getTime()));
  return instantOfHour(calendar, day, rhythm.hour) <= at ? day : precedingDay(rhythm, day);
}

/** The days that the report of a day covers, from the preceding due day to the day before, and the period before them. */
export function periodsOf(rhythm: Rhythm, day: string): { period: DayRange; before: DayRange } {
  const first = precedingDay(rhythm, day);
  return {
    period: { first, last: addDays(day, -1) },
    before: { first: precedingDay(rhythm, first), last: addDays(first, -1) },
  };
}

/** The latest due day until a day. */
function dueDayUntil(rhythm: Rhythm, day: string): string {
  if (rhythm.every === 'day') return day;
  if (rhythm.every === 'week') return addDays(day, -((weekdayOf(day) - rhythm.weekday + 7) % 7));
  const ofMonth = onDayOfMonth(day, rhythm.monthDay);
  return ofMonth <= day ? ofMonth : precedingDay(rhythm, ofMonth);
}

function followingDay(rhythm: Rhythm, day: string): string {
  if (rhythm.every === 'day') return addDays(day, 1);
  if (rhythm.every === 'week') return addDays(day, 7);
  return onDayOfMonth(addDays(onDayOfMonth(day, 1), 31), rhythm.monthDay);
}

function precedingDay(rhythm: Rhythm, day: string): string {
  if (rhythm.every === 'day') return addDays(day, -1);
  if (rhythm.every === 'week') return addDays(day, -7);
  return onDayOfMonth(addDays(onDayOfMonth(day, 1), -1), rhythm.monthDay);
}

const onDayOfMonth = (day: string, monthDay: number) => `${day.slice(0, 8)}${String(monthDay).padStart(2, '0')}`;

/** 1 is Monday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
