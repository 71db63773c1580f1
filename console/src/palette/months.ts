import { type LinkProps, useRouter } from '@tanstack/react-router';
import { monthOf, today } from '../components/day-range.ts';
import { daysOf } from '../components/explanation/places.ts';
import { useFormats } from '../language/formats.ts';
import { mayActForAgency, mayActForStore, type Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import type { Entry } from './recent-pages.ts';

/** The months that are found by name: two years. */
const MONTHS = 24;
const MAX_FOUND = 3;

/** The months whose name, such as October 2026, has all the words, the latest first, each with the page of the reader about it. */
export function useMonthEntries(me: Me, place: Place, kind: string, matches: (text: string) => boolean): Entry[] {
  const { month } = useFormats();
  const router = useRouter();
  const firstDays = Array.from({ length: MONTHS }, (_, before) => monthOf(today(), before).from);
  return firstDays
    .map((day) => ({ day, title: month(day) }))
    .filter(({ day, title }) => matches(`${title} ${day.slice(0, 7)}`))
    .slice(0, MAX_FOUND)
    .flatMap(({ day, title }) => {
      const link = pageOf(day, me, place);
      return link === null ? [] : [{ title, detail: null, kind, href: router.buildLocation(link).href }];
    });
}

/** The page of the reader's first role about a month. */
function pageOf(day: string, me: Me, place: Place): LinkProps | null {
  if (me.roles.includes('admin')) return { to: '/console/admin/periods/$month', params: { month: day.slice(0, 7) } };
  const store = place.store !== undefined && mayActForStore(me, place.store) ? place.store : me.stores[0]?.id;
  if (store !== undefined) return daysOf({ store }, monthOf(day));
  const client = place.client !== undefined && mayActForAgency(me, place.client) ? place.client : me.clients[0]?.id;
  if (client !== undefined)
    return { to: '/console/agency/$client/earnings', params: { client: String(client) }, hash: 'months' };
  return me.roles.includes('creator') ? daysOf({ user: me.id }, monthOf(day)) : null;
}
