import { sql } from 'drizzle-orm';
import type { ListContext } from '../campaign/list-campaigns.ts';
import { type CampaignFilters, listedCampaigns } from '../campaign/list-conditions.ts';
import { type Campaign, readCampaigns } from '../campaign/read-campaigns.ts';
import { type CampaignOverview, readCampaignOverview } from './campaign-overview.ts';

/** A campaign in the list of all campaigns. */
export interface AnyCampaign {
  campaign: Campaign;
  facts: CampaignOverview;
  store: { id: number; name: string };
}

/**
 * Reads one page of the campaigns that the caller administers, newest first, without counting them.
 * @param after the last campaign of the previous page
 */
export async function listAllCampaigns(
  ctx: ListContext,
  filters: CampaignFilters,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ campaigns: AnyCampaign[]; next: number | null }> {
  const { rows } = await ctx.db.execute<{ id: number; store_id: number; store_name: string }>(sql`
    SELECT o.id, s.id AS store_id, s.name AS store_name FROM campaigns o JOIN stores s ON s.id = o.store_id
    WHERE ${listedCampaigns(ctx, filters)} AND ${after === undefined ? sql`true` : sql`o.id < ${after}`}
    ORDER BY o.id DESC LIMIT ${size + 1}`);
  const page = rows.slice(0, size);
  const ids = page.map(({ id }) => id);
  const [campaigns, facts] = [await readCampaigns(ctx, ids), await readCampaignOverview(ctx, ids)];
  return {
    campaigns: page.flatMap(({ id, store_id, store_name }) => {
      const campaign = campaigns.find((one) => one.id === id);
      return campaign === undefined
        ? []
        : [{ campaign, facts: facts.get(id)!, store: { id: store_id, name: store_name } }];
    }),
    next: rows.length > size ? ids.at(-1)! : null,
  };
}
