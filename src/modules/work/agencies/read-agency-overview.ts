import { addDays } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { type PayableDeps, readPayoutOutlook } from '../../payouts/index.ts';
import { countAgencyCreators, readAgencyMonth, readCreatorChanges } from '../../statistics/index.ts';
import { listAgencyTasks } from './list-agency-tasks.ts';

/** An agency at this moment: the earnings of the month, what has changed, what is paid next, and what waits for its creators. */
export async function readAgencyOverview(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: PayableDeps,
  { agencyId }: { agencyId: number },
) {
  const { timeZone } = deps.calendar;
  const today = deps.calendar.dayOf(ctx.now().getTime());
  const periods = comparedMonths(today);
  const question = { agencyId, ...periods };
  return {
    ...periods,
    creators: await countAgencyCreators(ctx, agencyId),
    month: await readAgencyMonth(ctx, question),
    changes: await readCreatorChanges(ctx, question),
    payouts: await readPayoutOutlook(ctx, deps, { account: 'client', id: agencyId }),
    tasks: await listAgencyTasks(ctx, { agencyId, now: ctx.now(), today, timeZone }),
  };
}

/** The days of a month up to a day, and the same days of the month before, which may be shorter. */
export function comparedMonths(today: string): { now: DayRange; before: DayRange } {
  const first = `${today.slice(0, 7)}-01`;
  const end = addDays(first, -1);
  const start = `${end.slice(0, 7)}-01`;
  const same = `${end.slice(0, 7)}-${today.slice(8)}`;
  return { now: { first, last: today }, before: { first: start, last: same < end ? same : end } };
}
