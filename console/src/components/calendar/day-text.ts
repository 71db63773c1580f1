import { remember } from '../../language/remember.ts';

type Part = 'day' | 'month' | 'year';

/** The order of day, month and year in a locale. */
function orderIn(locale: string): Part[] {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(new Date('2000-01-02T12:00:00Z'));
  return parts.flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

const formatIn = remember(
  (locale: string) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }),
);

/** A day (`2026-11-22`) as people write it: 22/11/2026, 22.11.2026. */
export function dayText(day: string, locale: string): string {
  return formatIn(locale).format(new Date(`${day}T00:00:00Z`));
}

/** Reads a day as people write it in a locale, or as `2026-11-22`; null if it is none. */
export function readDayText(text: string, locale: string): string | null {
  const numbers = text.split(/\D+/).filter((one) => one !== '');
  const order: Part[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : orderIn(locale);
  const at = (part: Part) => numbers[order.indexOf(part)] ?? '';
  const year = at('year').length === 2 ? `20${at('year')}` : at('year');
  const day = `${year}-${at('month').padStart(2, '0')}-${at('day').padStart(2, '0')}`;
  const date = new Date(`${day}T00:00:00Z`);
  // A date such as 31 February would be moved to the next month.
  const isDay = numbers.length === 3 && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
  return isDay ? day : null;
}

/** The first day of the week in a locale: 0 is Sunday. */
export function weekStartIn(locale: string): number {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const { firstDay = 1 } = getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo ?? {};
  return firstDay % 7;
}
