import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { storesBlocking } from '../../stores/index.ts';
import { type Campaign, readCampaigns } from '../campaign/read-campaigns.ts';
import { campaignIsFor, storeIsOpen } from '../policy.ts';
import { BOARD_ORDER } from './board-order.ts';
import { type CreatorCampaignFilters, isAtStep, isInState, isNamed } from './filters.ts';

/**
 * Lists the campaigns for a user that are not deleted, in the order of the board. Campaigns that their store hides
 * (`offer_campaign_show` 0), and those of stores that are not open or have blocked the user, are included only if
 * the user participates.
 */
export async function listCampaignsFor(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, ...filters }: CreatorCampaignFilters & { userId: number },
  page: PageRequest,
): Promise<Page<Campaign>> {
  const participants = sql`SELECT p.campaign_id FROM participations_of(${userId}) p WHERE true`;
  const isListed = sql`(o.id IN (${participants})
    OR o.campaign_show AND ${storeIsOpen} AND o.store_id NOT IN (${storesBlocking(userId)}) AND ${campaignIsFor(userId)})`;
  const isAtOneStep =
    filters.participantStatuses === undefined ? sql`true` : sql`o.id IN (${participants} AND ${isAtStep(filters)})`;
  // CASE defers the status, which costs more than all other conditions, until these hold.
  const isThis = filters.campaignId === undefined ? sql`true` : sql`o.id = ${filters.campaignId}`;
  const matching = sql`o.deleted_at IS NULL AND ${isThis} AND ${isAtOneStep} AND ${isNamed(filters)}
    AND CASE WHEN ${isListed} THEN ${isInState(ctx, filters)} END`;
  const { items, total } = await readPage<{ id: number }>(
    ctx.db,
    {
      columns: sql`o.id`,
      from: sql`campaigns o JOIN stores s ON s.id = o.store_id WHERE ${matching}`,
      order: BOARD_ORDER,
    },
    page,
  );
  const campaigns = await readCampaigns(
    ctx,
    items.map(({ id }) => id),
  );
  return { items: campaigns, total };
}
