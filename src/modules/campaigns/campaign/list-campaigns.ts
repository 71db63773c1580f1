import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';
import { type List, readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type CampaignFilters, listedCampaigns } from './list-conditions.ts';
import { type CampaignOrder, campaignOrder, campaignSegments } from './list-order.ts';
import { keptTotal } from './list-total.ts';
import { type CampaignView, SUMMARY, type SummaryRow, WHOLE } from './read-campaigns.ts';

export type ListContext = Pick<Context, 'db' | 'actor' | 'now'>;

interface CampaignList {
  filters: CampaignFilters;
  order?: CampaignOrder;
  page: PageRequest;
}

const OF_STORE = sql`campaigns o WHERE o.store_id = ${param('storeId')} AND o.deleted_at IS NULL`;

/** Lists the campaigns of the stores that the caller administers, newest first by default. */
export const listCampaigns = campaignLister(WHOLE);

/** The same, with the fields that API v2 shows. */
export const listCampaignSummaries = campaignLister(SUMMARY);

function campaignLister<Row extends SummaryRow, Shown>(view: CampaignView<Row, Shown>) {
  const readStore = pageOfStore(view);
  return async (ctx: ListContext, list: CampaignList): Promise<Page<Shown>> => {
    const { size, offset } = list.page;
    const now = ctx.now();
    const at = now.toISOString();
    const storeId = onlyStore(ctx, list);
    if (storeId !== null) {
      const rows = await readStore(ctx.db, { storeId, at, size, offset });
      const total = rows[0]?.page_total ?? (await countOfStore(ctx.db, { storeId }))[0]!.total;
      return { items: rows.map(view.recordOf), total };
    }
    const records = sql`SELECT page.page_place, ${view.columns(sql`${at}`)} FROM page JOIN campaigns o ON o.id = page.id ${view.joined ?? sql``}`;
    const { items, total } = await readPage<Row>(ctx.db, { ...listOf(ctx, list, now), records }, list.page);
    return { items: items.map(view.recordOf), total };
  };
}

/**
 * Prepares the most frequent list, whose best plan is the same for all stores: a page of a store's campaigns, newest first, with their number. Others are
 * planned for their filters, order and scope.
 */
function pageOfStore<Row extends SummaryRow, Shown>({ columns, joined }: CampaignView<Row, Shown>) {
  type Values = { storeId: number; at: string; size: number; offset: number };
  const page = sql`${OF_STORE} ORDER BY o.id DESC LIMIT ${param('size')} OFFSET ${param('offset')}`;
  // Joins are made for the campaigns of the page only. Without any, a subquery would cost more than it saves.
  const from = joined === null ? page : sql`(SELECT * FROM ${page}) o ${joined} ORDER BY o.id DESC`;
  return prepared<Row & { page_total: number }, Values>(
    sql`SELECT ${columns(param('at'))}, (SELECT count(*) FROM ${OF_STORE}) AS page_total FROM ${from}`,
  );
}

/** For a page without campaigns. */
const countOfStore = prepared<{ total: number }, { storeId: number }>(sql`SELECT count(*) AS total FROM ${OF_STORE}`);

/** The store whose campaigns are listed without another filter or order, if the caller administers it; null for other lists. */
function onlyStore(
  { actor }: ListContext,
  { filters: { storeIds, ...others }, order: { custom, sort } = {} }: CampaignList,
): number | null {
  const [storeId, ...more] = storeIds ?? [];
  if (storeId === undefined || more.length > 0 || custom !== undefined) return null;
  if (sort !== undefined && (sort.column !== 'id' || sort.direction !== 'desc')) return null;
  if (Object.values(others).some((filter) => filter !== undefined && filter !== '')) return null;
  return actor.isAdmin || actor.storeIds.includes(storeId) ? storeId : null;
}

function listOf(ctx: ListContext, { filters, order = {}, page }: CampaignList, at: Date): List {
  const listed = sql`campaigns o WHERE ${listedCampaigns(ctx, filters)}`;
  const total = keptTotal(ctx.actor, filters, at) ?? undefined;
  // With OFFSET, PostgreSQL finds the campaigns by the filters and sorts them. It would otherwise read an index in the order of the list, through the
  // campaigns of all other stores, until it has found a page.
  const from = hasFewCampaigns(ctx, filters) ? sql`(SELECT * FROM ${listed} OFFSET 0) o` : listed;
  const whole = { columns: sql`o.id`, from, order: campaignOrder(order, at), total };
  const segments = total === undefined ? null : campaignSegments(order, at, filters.statuses);
  if (segments === null) return whole;
  const participants = segments.map(
    ({ condition, order }, segment) => sql`
    (SELECT o.id, ${segment}::int AS segment, row_number() OVER (ORDER BY ${order}) AS nth
    FROM ${listed} AND ${condition} ORDER BY ${order} LIMIT ${page.offset + page.size})`,
  );
  return { ...whole, from: sql`(${sql.join(participants, sql` UNION ALL `)}) o`, order: sql`o.segment, o.nth` };
}

/** Whether the list is restricted to some stores or one person. */
function hasFewCampaigns({ actor }: ListContext, { storeIds, createdBy, targetUserId }: CampaignFilters): boolean {
  return !actor.isAdmin || [storeIds, createdBy, targetUserId].some((filter) => filter !== undefined);
}
