import { sql } from 'drizzle-orm';
import type { Calendar } from '../../platform/calendar.ts';
import type { Context } from '../../platform/context.ts';
import type { DayRange } from '../../platform/day-range.ts';
import type { ReportContent } from '../../platform/export/report.ts';
import {
  type CreatorOrdersView,
  readCreatorOrdersReport,
  readStoreOrdersReport,
  type StoreOrdersView,
} from '../orders/index.ts';
import { readAgencyCreatorsReport, readRankingReport } from '../statistics/index.ts';
import { findStore } from '../stores/index.ts';
import type { Filters } from './lists.ts';
import type { ReportSchedule } from './schedule.ts';

/** Rows of a report that are read at most. A longer list is not sent, and has no sums. */
const MAX_ROWS = 20_000;

/** The owner's name, and how to read the view for some days. */
export interface OpenedView {
  owner: string;
  read: (days: DayRange) => Promise<ReportContent>;
}

/** Opens the view of a scheduled report; null when its owner is gone. */
export async function openView(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  calendar: Calendar,
  { owner: { storeId, agencyId, userId }, list, filters }: ReportSchedule,
): Promise<OpenedView | null> {
  const limits = { maxRows: MAX_ROWS };
  // `faultsOfView` has checked that the filters and the order are those of the list.
  const view = viewOf(filters) as never;
  if (storeId !== null) {
    const store = await findStore(ctx, storeId);
    if (store === null) return null;
    const read = (days: DayRange) =>
      list === 'orders'
        ? readStoreOrdersReport(ctx, storeId, { ...(view as StoreOrdersView), days }, limits)
        : readRankingReport(
            ctx,
            store,
            { ...(view as object), list, days } as Parameters<typeof readRankingReport>[2],
            limits,
          );
    return { owner: store.name, read };
  }
  const table = agencyId === null ? sql`SELECT public_name AS name FROM users` : sql`SELECT name FROM agencies`;
  const { rows } = await ctx.db.execute<{ name: string }>(sql`${table} WHERE id = ${agencyId ?? userId}`);
  const [named] = rows;
  if (named === undefined) return null;
  if (agencyId !== null) {
    const asked = { agencyId, timeZone: calendar.timeZone };
    const search = filters.q?.trim() || undefined;
    return {
      owner: named.name,
      read: (days) => readAgencyCreatorsReport(ctx, asked, { ...(view as object), search, days }, limits),
    };
  }
  return {
    owner: named.name,
    read: (days) => readCreatorOrdersReport(ctx, userId!, { ...(view as CreatorOrdersView), days }, limits),
  };
}

/** The filters as in the queries of the lists, which name several ids in one text. */
function viewOf({ users, links, ...filters }: Filters) {
  return { ...filters, users: users?.join(','), links: links?.join(',') };
}
