import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { DEFAULT_USER_SHARE_PPM } from '../../accounts/index.ts';
import type { CpoMode } from '../../stores/index.ts';
import type { Campaign } from '../campaign/read-campaigns.ts';
import { storeWorksWith } from '../campaign/targets.ts';
import { currentGifts, type Gift } from '../gifts/gift.ts';
import { type Guarantee, readGuarantees } from '../guarantees/guarantee.ts';
import type { TodoItem } from '../participants/tick-todo.ts';
import type { ParticipantState, ParticipantStatus } from '../participants/transitions.ts';
import { type Promised, readPromises } from '../promises/promise.ts';
import type { CreatorCampaignFilters } from './filters.ts';
import { listCampaignsFor } from './list-campaigns-for.ts';

/** A creator's pay for visitors from one source; minor units, and millionths of an order's value or of the shared amount. */
interface CreatorPay {
  source: 0 | 1;
  perClickMinor: number;
  perOrderPpm: number;
  /** The fixed amount for each order, and how it is paid with the part of the value. */
  perOrderMinor: number;
  cpoMode: CpoMode;
  minimumOrderMinor: number | null;
  userSharePpm: number;
}

/** A campaign with everything that a creator needs to decide, and the creator's participation. */
export interface BoardCampaign {
  campaign: Campaign;
  storeName: string;
  /** The tasks of participants. */
  tasks: string[];
  /** The store's one-time payment; null: none. */
  oneTimeMinor: number | null;
  /** What participants who join now are given; null: the campaign names nothing. */
  gift: Gift | null;
  /** What the campaign promises about its terms; null: it has never promised anything. */
  promise: Promised | null;
  /** The prepaid money that is reserved for it; null: it guarantees nothing. */
  guarantee: Guarantee | null;
  pay: CreatorPay[];
  part:
    | (ParticipantState & { id: number; todo: TodoItem[]; payment: { minor: number; currency: string } | null })
    | null;
  /** Whether the store is open and does not block the user. */
  isStoreWilling: boolean;
}

type FactsRow = {
  id: number;
  store_name: string;
  tasks: string[];
  one_time_minor: number | null;
  participant_id: number | null;
  status: ParticipantStatus;
  has_applied: boolean;
  todo: TodoItem[] | null;
  payment_minor: number | null;
  payment_currency: string | null;
  is_store_willing: boolean;
};

/** Lists the campaigns for a user in the order of the board, each with the user's participation. */
export async function listBoard(
  ctx: Pick<Context, 'db' | 'now'>,
  filters: CreatorCampaignFilters & { userId: number },
  page: PageRequest,
): Promise<Page<BoardCampaign>> {
  const { items, total } = await listCampaignsFor(ctx, filters, page);
  return { items: await onBoard(ctx, filters.userId, items), total };
}

/**
 * Reads one campaign of the board.
 * @throws NotFound when it is not for the user or is deleted
 */
export async function readBoardCampaign(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, campaignId }: { userId: number; campaignId: number },
): Promise<BoardCampaign> {
  const { items } = await listBoard(ctx, { userId, campaignId }, { page: 1, size: 1, offset: 0 });
  if (items[0] === undefined) throw new NotFound('offer');
  return items[0];
}

/** Adds the same facts to campaigns that are already read, whether or not they are for the user. */
export async function onBoard(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: number,
  campaigns: readonly Campaign[],
): Promise<BoardCampaign[]> {
  if (campaigns.length === 0) return [];
  const { db } = ctx;
  const ids = sql`${sql.param(campaigns.map(({ id }) => id))}::bigint[]`;
  const { rows } = await db.execute<FactsRow>(sql`
    SELECT o.id, s.name AS store_name, to_json(o.todo) AS tasks, CASE WHEN o.has_onetime_payment THEN o.one_time_payment_minor END AS one_time_minor,
      p.id AS participant_id, p.status, p.applied_at IS NOT NULL AS has_applied, p.todo, p.payment_amount_minor AS payment_minor, p.payment_currency,
      ${storeWorksWith(userId)} AS is_store_willing
    FROM campaigns o JOIN stores s ON s.id = o.store_id LEFT JOIN participations_of(${userId}) p ON p.campaign_id = o.id
    WHERE o.id = ANY (${ids})`);
  const facts = new Map(rows.map((row) => [row.id, row]));
  const prices = await db.execute<PayRow>(sql`
    SELECT o.id AS campaign_id, x.source, floor(x.cpc * x.share)::bigint AS click_minor, floor(x.cpa * x.share * 1000000)::int AS order_ppm,
      floor(x.cpo * x.share)::bigint AS fixed_minor, x.cpo_mode, x.minimum_order_minor, (x.share * 1000000)::int AS share_ppm
    FROM campaigns o JOIN users u ON u.id = ${userId} LEFT JOIN agencies c ON c.id = u.agency_id LEFT JOIN revenue_tiers t ON t.id = u.revenue_tier_id
    LEFT JOIN participations_of(${userId}) p ON p.campaign_id = o.id
    CROSS JOIN LATERAL (
      SELECT e.source, coalesce(e.cpc_minor, 0) AS cpc, coalesce(e.cpa, 0) AS cpa, coalesce(e.cpo_minor, 0) AS cpo, e.cpo_mode, nullif(e.minimum_order_minor, 0) AS minimum_order_minor,
        coalesce(e.user_share, t.user_share, c.user_share, ${DEFAULT_USER_SHARE_PPM}::numeric / 1000000) AS share
      FROM effective_prices(o.store_id, o.id, p.id) e
    ) x WHERE o.id = ANY (${ids}) ORDER BY o.id, x.source`);
  const payOf = groupBy(prices.rows, (row) => row.campaign_id);
  const campaignIds = campaigns.map(({ id }) => id);
  const promises = await readPromises(ctx, campaignIds);
  const guarantees = await readGuarantees(ctx, campaignIds);
  const gifts = await currentGifts(
    { db },
    campaigns.filter((campaign) => campaign.hasProductSeeding).map(({ id }) => id),
  );
  return campaigns.map((campaign) => ({
    ...boardCampaign(campaign, facts.get(campaign.id)!, (payOf.get(campaign.id) ?? []).map(payFrom)),
    gift: gifts.get(campaign.id) ?? null,
    promise: promises.get(campaign.id) ?? null,
    guarantee: guarantees.get(campaign.id) ?? null,
  }));
}

type PayRow = {
  campaign_id: number;
  source: 0 | 1;
  click_minor: number;
  order_ppm: number;
  fixed_minor: number;
  cpo_mode: CpoMode | null;
  minimum_order_minor: number | null;
  share_ppm: number;
};

const payFrom = (row: PayRow): CreatorPay => ({
  source: row.source,
  perClickMinor: row.click_minor,
  perOrderPpm: row.order_ppm,
  perOrderMinor: row.fixed_minor,
  cpoMode: row.cpo_mode ?? 'added',
  minimumOrderMinor: row.minimum_order_minor,
  userSharePpm: row.share_ppm,
});

function boardCampaign(
  campaign: Campaign,
  row: FactsRow,
  pay: CreatorPay[],
): Omit<BoardCampaign, 'gift' | 'promise' | 'guarantee'> {
  const { type: campaignType, hasProductSeeding } = campaign;
  const participation =
    row.participant_id === null
      ? null
      : {
          id: row.participant_id,
          status: row.status,
          hasApplied: row.has_applied,
          campaignType,
          hasProductSeeding,
          todo: row.todo ?? [],
          payment:
            row.payment_minor === null
              ? null
              : { minor: row.payment_minor, currency: row.payment_currency ?? campaign.currency },
        };
  const { store_name: storeName, tasks, one_time_minor: oneTimeMinor, is_store_willing: isStoreWilling } = row;
  return { campaign, storeName, tasks, oneTimeMinor, pay, part: participation, isStoreWilling };
}
