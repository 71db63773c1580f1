import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';
import { type List, type PageRow, pageOf, pageStatement } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type CampaignFilters, listedCampaigns } from './list-conditions.ts';
import { type CampaignOrder, campaignOrder, campaignSegments } from './list-order.ts';
import { keptTotal } from './list-total.ts';
import { type Campaign, type CampaignRow, campaignRecord, recordsOfPage } from './read-campaigns.ts';

export type ListContext = Pick<Context, 'db' | 'actor' | 'now'>;

interface CampaignList {
  filters: CampaignFilters;
  order?: CampaignOrder;
  page: PageRequest;
}

/** Lists the campaigns of the stores that the caller administers, newest first by default. */
export async function listCampaigns(ctx: ListContext, list: CampaignList): Promise<Page<Campaign>> {
  const { items, total } = pageOf(await readRows(ctx, list));
  return { items: items.map(campaignRecord), total };
}

async function readRows(
  ctx: ListContext,
  { filters, order = {}, page }: CampaignList,
): Promise<PageRow<CampaignRow>[]> {
  const { size, offset } = page;
  const at = ctx.now();
  const storeId = onlyStore(ctx, filters, order);
  if (storeId !== null) return readPageOfStore(ctx.db, { storeId, at: at.toISOString(), size, offset });
  const list = { ...listOf(ctx, { filters, order, page }, at), records: recordsOfPage(sql`${at.toISOString()}`) };
  const statement = pageStatement(list, { size: sql`${size}`, offset: sql`${offset}` });
  const { rows } = await ctx.db.execute<Record<string, unknown>>(statement);
  return rows as PageRow<CampaignRow>[];
}

/** The most frequent list, whose best plan is the same for all stores. Others are planned for their filters, order and scope. */
const readPageOfStore = prepared<PageRow<CampaignRow>, { storeId: number; at: string; size: number; offset: number }>(
  pageStatement(
    {
      columns: sql`o.id`,
      from: sql`campaigns o WHERE o.store_id = ${param('storeId')} AND o.deleted_at IS NULL`,
      order: sql`o.id DESC`,
      records: recordsOfPage(param('at')),
    },
    { size: param('size'), offset: param('offset') },
  ),
);

/** The store whose campaigns are listed without another filter or order, if the caller administers it; null for other lists. */
function onlyStore(
  { actor }: ListContext,
  { storeIds, ...others }: CampaignFilters,
  { custom, sort }: CampaignOrder,
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
  const whole = { columns: sql`o.id`, from: listed, order: campaignOrder(order, at), total };
  const segments = total === undefined ? null : campaignSegments(order, at, filters.statuses);
  if (segments === null) return whole;
  const parts = segments.map(
    ({ condition, order }, segment) => sql`
    (SELECT o.id, ${segment}::int AS segment, row_number() OVER (ORDER BY ${order}) AS nth
    FROM ${listed} AND ${condition} ORDER BY ${order} LIMIT ${page.offset + page.size})`,
  );
  return { ...whole, from: sql`(${sql.join(parts, sql` UNION ALL `)}) o`, order: sql`o.segment, o.nth` };
}

/** Returns these campaigns in the order of the ids. */
export function inOrder(ids: readonly number[], campaigns: readonly Campaign[]): Campaign[] {
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
