import { expect, test } from 'vitest';
import { createCalendar } from '../platform/calendar.ts';
import type { DemoLink } from './links.ts';
import { Chance } from './random.ts';
import { seasonClicks } from './season.ts';
import { timelineAround } from './timeline.ts';

const moments = [
  ['a second after midnight', '2026-03-01T00:00:01.000Z', 'UTC'],
  ['the leap day', '2028-02-29T12:00:00.000Z', 'UTC'],
  ['the last evening of a month in Stockholm', '2026-10-31T22:30:00.000Z', 'Europe/Stockholm'],
  ['the first morning of a year in Auckland', '2026-12-31T12:05:00.000Z', 'Pacific/Auckland'],
] as const;

const link: Omit<DemoLink, 'madeAtMs'> = { id: 1, code: 'a', creator: 'linnea', store: 'nordicRunner', pull: 1 };

test.each(moments)(
  'a season that ends at %s covers the time from the month before last until now',
  (_, moment, zone) => {
    const calendar = createCalendar(zone);
    const nowMs = Date.parse(moment);
    const time = timelineAround(calendar, nowMs);
    const clicks = seasonClicks([{ ...link, madeAtMs: time.seasonFromMs }], time, new Chance(1));
    const instants = clicks.map(({ atMs }) => atMs);
    expect(Math.max(...instants)).toBe(nowMs);
    expect(clicks.filter(({ atMs }) => calendar.dayOf(atMs) === time.today).length).toBeGreaterThan(10);
    const months = [...new Set(instants.map((atMs) => calendar.dayOf(atMs).slice(0, 7)))].sort();
    expect(months).toHaveLength(3);
    expect(months[1]).toBe(time.lastMonth.slice(0, 7));
    expect(calendar.dayOf(time.seasonFromMs).slice(8)).toBe('01');
    expect(calendar.dayOf(time.seasonFromMs - 1)).not.toBe(calendar.dayOf(time.seasonFromMs));
    expect(calendar.dayOf(time.at(0).getTime() - 1)).not.toBe(time.today);
  },
);

test('Days of the demo begin at local midnight, also before a clock change', () => {
  const calendar = createCalendar('Europe/Stockholm');
  const time = timelineAround(calendar, Date.parse('2026-11-22T12:00:00.000Z'));
  expect(time.at(0).toISOString()).toBe('2026-11-21T23:00:00.000Z');
  expect(time.at(-40).toISOString()).toBe('2026-10-12T22:00:00.000Z');
  expect(time.at(-40.5, 1).toISOString()).toBe('2026-10-12T11:00:00.000Z');
});
