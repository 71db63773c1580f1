import type pg from 'pg';
import { closePeriod } from '../modules/payments/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import { keepQuiet } from './keep-quiet.ts';
import { openTransaction } from './open-transaction.ts';
import type { Timeline } from './timeline.ts';

/** The company that operates the demo platform. */
export const COMPANY = {
  name: 'Tributary Demo AB',
  lines: ['Skeppsbron 2', '111 30 Stockholm'],
  vatNumber: 'SE559000000001',
  bankAccount: 'IBAN SE45 5000 0000 0583 9825 7466',
  account: { iban: 'SE4550000000058398257466', bic: null },
  country: 'SE',
  vatRatePpm: 250_000,
};

/** Time after the end of a month at which the month was closed. */
const CLOSED_AFTER_MS = 2 * 86_400_000 + 6 * 3_600_000;

/**
 * Closes the season's first month with the regular use case, at its closing time. The following month stays open, so
 * that users can try it.
 */
export async function closeFirstMonth(client: pg.PoolClient, time: Timeline, calendar: Calendar): Promise<void> {
  const closedAt = new Date(Date.parse(`${time.lastMonth}T00:00:00Z`) + CLOSED_AFTER_MS);
  const ctx = { db: openTransaction(client), now: () => closedAt, actorId: null };
  await closePeriod(ctx, { calendar, company: COMPANY }, { month: time.firstMonth.slice(0, 7) });
  await keepQuiet(client);
}
