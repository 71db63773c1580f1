import type { Context } from '../../platform/context.ts';
import type { DayRange } from '../../platform/day-range.ts';
import { type Figure, type ReportContent, readReport } from '../../platform/export/report.ts';
import { type Column, inOneBatch } from '../../platform/export/sheet.ts';
import { type Sort, sortOf } from '../../platform/pagination.ts';
import type { StoreFacts } from '../stores/index.ts';
import {
  type AgencyCreator,
  type CREATOR_SORTS,
  listAgencyCreators,
  MAX_CREATORS,
} from './agencies/list-agency-creators.ts';
import { namedIds, namedUsers } from './named-users.ts';
import { type CAMPAIGN_SORTS, campaignStats } from './rankings/campaign-stats.ts';
import { linkStatsBatches } from './rankings/link-stats.ts';
import type { LINK_SORTS, USER_SORTS } from './rankings/order.ts';
import { costOf, linkColumns, userColumns } from './rankings/present.ts';
import { campaignColumns } from './rankings/present.v2.ts';
import type { Figures } from './rankings/rank.ts';
import { userStatsBatches } from './rankings/user-stats.ts';

/** A ranking of a store with its filters, by the names in the queries of its routes. */
export type RankingView = { days: DayRange; q?: string | undefined; users?: string | undefined } & (
  | { list: 'creators'; sort_by?: Sort<(typeof USER_SORTS)[number] | 'public_name'> | undefined }
  | {
      list: 'links';
      links?: string | undefined;
      sort_by?: Sort<(typeof LINK_SORTS)[number] | 'public_name'> | undefined;
    }
  | { list: 'campaigns'; sort_by?: Sort<(typeof CAMPAIGN_SORTS)[number]> | undefined }
);

/** Reads a ranking of a store for a report. */
export async function readRankingReport(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  store: StoreFacts,
  view: RankingView,
  { maxRows }: { maxRows: number },
): Promise<ReportContent> {
  const figures = (row: Omit<Figures, 'userId'>) => figuresOf(row, store.currency);
  const asked = {
    storeId: store.id,
    range: view.days,
    text: view.q?.trim() || undefined,
    userIds: namedUsers(view.users),
  };
  if (view.list === 'campaigns') {
    const rows = await campaignStats(ctx, { ...asked, sort: sortOf(view.sort_by ?? 'clicks:desc') });
    return readReport({ columns: campaignColumns(store), batches: inOneBatch(rows), figures }, { maxRows });
  }
  if (view.list === 'links') {
    const order = [sortOf(view.sort_by ?? 'clicks:desc')];
    const batches = await linkStatsBatches(ctx, { ...asked, order, linkIds: namedIds(view.links, 'links') });
    return readReport({ columns: linkColumns(store, ctx.publicUrl), batches, figures }, { maxRows });
  }
  const batches = await userStatsBatches(ctx, { ...asked, order: [sortOf(view.sort_by ?? 'clicks:desc')] });
  return readReport({ columns: userColumns(store), batches, figures }, { maxRows });
}

/** The creators of an agency, by the names in the query of their route. */
export interface AgencyCreatorsView {
  days: DayRange;
  search?: string | undefined;
  sort_by?: Sort<(typeof CREATOR_SORTS)[number]> | undefined;
}

/**
 * Reads the creators of an agency for a report.
 * @throws RuleRefused like `listAgencyCreators`
 */
export async function readAgencyCreatorsReport(
  ctx: Pick<Context, 'db'>,
  { agencyId, timeZone }: { agencyId: number; timeZone: string },
  { days, search, sort_by: sortBy = 'earnings:desc' }: AgencyCreatorsView,
  { maxRows }: { maxRows: number },
): Promise<ReportContent> {
  const all = { page: 1, size: MAX_CREATORS, offset: 0 };
  const { items } = await listAgencyCreators(ctx, { agencyId, days, timeZone, search, sort: sortOf(sortBy) }, all);
  return readReport({ columns: AGENCY_COLUMNS, batches: inOneBatch(items), figures: figuresOfCreator }, { maxRows });
}

const AGENCY_COLUMNS: Column<AgencyCreator>[] = [
  { header: 'Creator', kind: 'text', cell: (row) => row.username },
  { header: 'Creator number', kind: 'number', cell: (row) => row.id },
  { header: 'Clicks', kind: 'number', cell: (row) => row.clicks },
  { header: 'Orders', kind: 'number', cell: (row) => row.orders },
  { header: 'Creator’s part', kind: 'amount', cell: (row) => ({ minor: row.userMinor, currency: row.currency }) },
  { header: 'Agency’s part', kind: 'amount', cell: (row) => ({ minor: row.agencyMinor, currency: row.currency }) },
  { header: 'Currency', kind: 'text', cell: (row) => row.currency },
];

function figuresOf(row: Omit<Figures, 'userId'>, currency: string): Figure[] {
  return [
    { name: 'clicks', count: row.clicks },
    { name: 'orders', count: row.orders },
    { name: 'order_value', amount: { minor: row.orderMinor, currency } },
    { name: 'cost', amount: { minor: costOf(row), currency } },
  ];
}

function figuresOfCreator({ clicks, orders, userMinor, agencyMinor, currency }: AgencyCreator): Figure[] {
  return [
    { name: 'clicks', count: clicks },
    { name: 'orders', count: orders },
    { name: 'earnings', amount: { minor: userMinor, currency } },
    { name: 'agency_earnings', amount: { minor: agencyMinor, currency } },
  ];
}
