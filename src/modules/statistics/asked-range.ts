import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import { type ClickRange, clickRange } from './range.ts';

/**
 * Reads `from` and `to` like `clickRange`. For days whose raw clicks may have been deleted, only daily totals exist,
 * and hours are refused.
 * @throws InvalidInput like `clickRange`, or naming `from` or `to` when it is an hour of such a day
 */
export async function askedRange(
  { db, now }: Pick<Context, 'db' | 'now'>,
  asked: Parameters<typeof clickRange>[0],
  calendar: Calendar,
): Promise<ClickRange> {
  const range = clickRange(asked, calendar, now());
  if (range.parts.length === 0) return range;
  const { rows } = await db.execute<{ first: string }>(sql`SELECT first_day_with_clicks() AS first`);
  // In every time zone, all clicks of this day still exist.
  const firstWhole = addDays(rows[0]!.first, 2);
  const early = range.parts.filter(({ day }) => day < firstWhole);
  if (early.length === 0) return range;
  const fault = [`must be a whole day: of days before ${firstWhole} the hours are no longer known`];
  throw new InvalidInput(
    Object.fromEntries(early.map(({ from }) => [from === null ? ('to' as const) : ('from' as const), fault])),
  );
}
