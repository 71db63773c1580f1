import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type CampaignFilters, listedCampaigns } from './list-conditions.ts';
import { type CampaignOrder, campaignOrder } from './list-order.ts';
import { type Campaign, readCampaigns } from './read-campaigns.ts';

export type ListContext = Pick<Context, 'db' | 'actor' | 'now'>;

/** Lists the campaigns of the stores that the caller administers, newest first by default. */
export async function listCampaigns(
  ctx: ListContext,
  { filters, order = {}, page }: { filters: CampaignFilters; order?: CampaignOrder; page: PageRequest },
): Promise<Page<Campaign>> {
  const { items, total } = await readPage<{ id: number }>(
    ctx.db,
    {
      columns: sql`o.id`,
      from: sql`campaigns o WHERE ${listedCampaigns(ctx, filters)}`,
      order: campaignOrder(order, ctx.now()),
    },
    page,
  );
  const wanted = items.map(({ id }) => id);
  return { items: inOrder(wanted, await readCampaigns(ctx, wanted)), total };
}

/** Returns these campaigns in the order of the ids. */
export function inOrder(ids: readonly number[], campaigns: readonly Campaign[]): Campaign[] {
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
