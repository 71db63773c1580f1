import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type Campaign, readCampaigns } from '../campaign/read-campaigns.ts';
import { storeWorksWith } from '../campaign/targets.ts';
import type { TodoItem } from '../participants/tick-todo.ts';
import type { ParticipantState, ParticipantStatus } from '../participants/transitions.ts';
import { BOARD_ORDER } from './board-order.ts';
import { type CreatorCampaignFilters, isAtStep, isInState, isNamed } from './filters.ts';

/** A campaign that a user participates in, as the user sees it. */
export interface CreatorsCampaign {
  userId: number;
  todo: TodoItem[];
  /** Determines the user's next transitions. */
  part: ParticipantState;
  campaign: Campaign;
  /** Whether the store is open and does not block the user. */
  isStoreWilling: boolean;
}

interface ParticipationRow extends Record<string, unknown> {
  campaign_id: number;
  status: ParticipantStatus;
  has_applied: boolean;
  todo: TodoItem[] | null;
  is_store_willing: boolean;
}

const columnsFor = (userId: number): SQL =>
  sql`p.campaign_id, p.status, p.applied_at IS NOT NULL AS has_applied, p.todo, ${storeWorksWith(userId)} AS is_store_willing`;

/** Lists a user's participations in the order of the board. */
export async function listCreatorCampaigns(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, ...filters }: CreatorCampaignFilters & { userId: number },
  page: PageRequest,
): Promise<Page<CreatorsCampaign>> {
  const matching = sql`${HAS_PARTICIPANTS} AND ${isAtStep(filters)} AND ${isNamed(filters)} AND ${isInState(ctx, filters)}`;
  const { items, total } = await readPage<ParticipationRow>(
    ctx.db,
    {
      columns: columnsFor(userId),
      from: sql`participations_of(${userId}) p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id WHERE ${matching}`,
      order: BOARD_ORDER,
    },
    page,
  );
  return { items: await withCampaigns(ctx, userId, items), total };
}

/**
 * Reads a campaign that a user participates in. @throws NotFound when the user does not participate, or the campaign
 * is deleted
 */
export async function readCreatorCampaign(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, campaignId }: { userId: number; campaignId: number },
): Promise<CreatorsCampaign> {
  const { rows } = await ctx.db.execute<ParticipationRow>(sql`
    SELECT ${columnsFor(userId)} FROM participations_of(${userId}) p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
    WHERE p.campaign_id = ${campaignId} AND ${HAS_PARTICIPANTS}`);
  const [campaign] = await withCampaigns(ctx, userId, rows);
  if (campaign === undefined) throw new NotFound('offer');
  return campaign;
}

const HAS_PARTICIPANTS = sql`o.type <> 'standard' AND o.deleted_at IS NULL`;

async function withCampaigns(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: number,
  rows: readonly ParticipationRow[],
): Promise<CreatorsCampaign[]> {
  const records = await readCampaigns(
    ctx,
    rows.map((row) => row.campaign_id),
  );
  const campaigns = new Map(records.map((campaign) => [campaign.id, campaign]));
  return rows.map((row) => {
    const campaign = campaigns.get(row.campaign_id)!;
    const { type: campaignType, hasProductSeeding } = campaign;
    const participation = { status: row.status, hasApplied: row.has_applied, campaignType, hasProductSeeding };
    return { userId, todo: row.todo ?? [], part: participation, campaign, isStoreWilling: row.is_store_willing };
  });
}
