import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { askedRange } from './asked-range.ts';

const calendar = createCalendar('Europe/Stockholm');
const database = await createTestDatabase();
await database.pool.query(`UPDATE click_retention SET kept_from = '2026-03-01T00:00:00Z'`);
const ask = (from: string, to: string) =>
  askedRange({ db: database.db, now: () => new Date('2026-04-01T00:00:00Z') }, { from, to }, calendar);
const fault = ['must be a whole day: of days before 2026-03-02 the hours are no longer known'];

it('Hours of days whose clicks were deleted are refused, and whole days are accepted', async () => {
  expect(await ask('2026-02-01', '2026-03-10')).toMatchObject({ parts: [] });
  expect(await ask('2026-03-02 10:00', '2026-03-10')).toMatchObject({ parts: [{ day: '2026-03-02' }] });
  await expect(ask('2026-03-01 10:00', '2026-03-10')).rejects.toMatchObject({ errors: { from: fault } });
  await expect(ask('2026-02-01', '2026-02-10 10:00')).rejects.toMatchObject({ errors: { to: fault } });
  await expect(ask('2026-02-01 10:00', '2026-02-10 10:00')).rejects.toMatchObject({
    errors: { from: fault, to: fault },
  });
});
