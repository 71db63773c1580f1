import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, createCalendar } from '../../platform/calendar.ts';
import { latestDueDay, nextDueAt, periodsOf, type Rhythm } from './due-days.ts';

const stockholm = createCalendar('Europe/Stockholm');
const at = (text: string) => new Date(text);

describe('A report is due', () => {
  it.each<[string, Rhythm, string, string]>([
    ['later on the same day', { every: 'day', hour: 7 }, '2026-03-10T05:00:00Z', '2026-03-10T06:00:00.000Z'],
    ['on the next day after its hour', { every: 'day', hour: 7 }, '2026-03-10T06:00:00Z', '2026-03-11T06:00:00.000Z'],
    ['in the hour after a skipped one', { every: 'day', hour: 2 }, '2026-03-28T20:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['once in an hour that is repeated', { every: 'day', hour: 2 }, '2026-10-24T20:00:00Z', '2026-10-25T00:00:00.000Z'],
    [
      'on its day of the week',
      { every: 'week', weekday: 1, hour: 7 },
      '2026-03-10T05:00:00Z',
      '2026-03-16T06:00:00.000Z',
    ],
    [
      'on its day of the month',
      { every: 'month', monthDay: 5, hour: 0 },
      '2026-12-05T00:00:00Z',
      '2027-01-04T23:00:00.000Z',
    ],
  ])('%s', (_what, rhythm, after, next) => {
    expect(nextDueAt(rhythm, stockholm, at(after)).toISOString()).toBe(next);
  });

  it('for the latest day only, however long the service was down', () => {
    const rhythm: Rhythm = { every: 'week', weekday: 1, hour: 7 };
    expect(latestDueDay(rhythm, stockholm, at('2026-03-31T12:00:00Z'))).toBe('2026-03-30');
    expect(latestDueDay(rhythm, stockholm, at('2026-03-30T04:59:00Z'))).toBe('2026-03-23');
  });

  const rhythms: fc.Arbitrary<Rhythm> = fc
    .record({
      hour: fc.integer({ min: 0, max: 23 }),
      weekday: fc.integer({ min: 1, max: 7 }),
      monthDay: fc.integer({ min: 1, max: 28 }),
    })
    .chain(({ hour, weekday, monthDay }) =>
      fc.constantFrom<Rhythm>(
        { every: 'day', hour },
        { every: 'week', weekday, hour },
        { every: 'month', monthDay, hour },
      ),
    );

  it('at the time that was announced, and its periods leave no day out', () => {
    const instants = fc.date({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(rhythms, instants, (rhythm, instant) => {
        const next = nextDueAt(rhythm, stockholm, instant);
        expect(next.getTime()).toBeGreaterThan(instant.getTime());
        const day = latestDueDay(rhythm, stockholm, next);
        expect(stockholm.dayOf(next.getTime())).toBe(day);
        expect(latestDueDay(rhythm, stockholm, new Date(next.getTime() - 1)) < day).toBe(true);
        const { period, before } = periodsOf(rhythm, day);
        expect([period.last, before.last]).toEqual([addDays(day, -1), addDays(period.first, -1)]);
        const following = latestDueDay(rhythm, stockholm, nextDueAt(rhythm, stockholm, next));
        expect(periodsOf(rhythm, following).period.first).toBe(day);
      }),
      { numRuns: 200 },
    );
  });
});
