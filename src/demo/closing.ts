import type pg from 'pg';
import { closePeriod } from '../domains/payments/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import { openTransaction } from './open-transaction.ts';
import type { Timeline } from './timeline.ts';

/** Who runs the demo's platform. */
const COMPANY = {
  name: 'Tributary Demo AB',
  lines: ['Skeppsbron 2', '111 30 Stockholm'],
  vatNumber: 'SE559000000001',
  bankAccount: 'IBAN SE45 5000 0000 0583 9825 7466',
  country: 'SE',
  vatRatePpm: 250_000,
};

/** How many days into the month after it a month was closed. */
const CLOSED_AFTER_MS = 2 * 86_400_000 + 6 * 3_600_000;

/** Closes the season's first month by the real verb, as it was closed then; the one after it is left to whoever wants to see how it is done. */
export async function closeFirstMonth(client: pg.PoolClient, time: Timeline, calendar: Calendar): Promise<void> {
  const closedAt = new Date(Date.parse(`${time.lastMonth}T00:00:00Z`) + CLOSED_AFTER_MS);
  const ctx = { db: openTransaction(client), now: () => closedAt, actorId: null };
  await closePeriod(ctx, { calendar, company: COMPANY }, { month: time.firstMonth.slice(0, 7) });
}
