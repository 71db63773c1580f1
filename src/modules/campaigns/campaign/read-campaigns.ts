import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';
import type { CampaignType } from '../participants/moves.ts';

export const CAMPAIGN_STATUSES = ['deleted', 'ended', 'scheduled', 'paused', 'active'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/**
 * A campaign's payment and billed amount for one source; null where the campaign sets none. Shares and cpa are
 * fractions.
 */
export interface CampaignPrice {
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  cpa: number | null;
  invoiceCpa: number | null;
  userShare: number | null;
  agencyShare: number | null;
}

/** A campaign as its records show it; money in minor units of its store's currency. */
export interface Campaign {
  id: number;
  storeId: number;
  currency: string;
  type: CampaignType;
  /** Identifies the campaign to users who have received it. */
  token: string;
  status: CampaignStatus;
  hasProductSeeding: boolean;
  hasOnetimePayment: boolean;
  /** Key of its picture in the file storage. */
  imageKey: string | null;
  name: string;
  active: boolean;
  priority: number;
  validFrom: Date | null;
  validUntil: Date | null;
  /** Whether the limits of clicks and money apply to each participant. */
  perUserLimit: boolean;
  /** Null: no limit. */
  maxClicks: number | null;
  /** The lower of its money limits; null: no limit. */
  maxMinor: number | null;
  /** Total usage of all its creators. */
  clicks: number;
  spentMinor: number;
  storeVisibility: number;
  campaign: { show: boolean; title: string; text: string };
  /** Null where the campaign has no price for the source; then General also applies to social clicks. */
  general: CampaignPrice | null;
  social: CampaignPrice | null;
  createdAt: Date;
  updatedAt: Date;
}

type CampaignRow = {
  id: number;
  store_id: number;
  currency: string;
  type: CampaignType;
  token: string;
  status: CampaignStatus;
  has_product_seeding: boolean;
  has_onetime_payment: boolean;
  image_key: string | null;
  name: string;
  active: boolean;
  priority: number;
  valid_from: string | null;
  valid_until: string | null;
  per_user_limit: boolean;
  max_clicks: number | null;
  max_minor: number | null;
  clicks: number;
  spent_minor: number;
  store_visibility: number;
  campaign_show: boolean;
  campaign_title: string;
  campaign_text: string;
  created_at: string;
  updated_at: string;
  /** By source. */
  prices: Record<number, CampaignPrice> | null;
};

const campaignsWhere = <Values extends Record<string, unknown>>(condition: SQL) =>
  prepared<CampaignRow, Values & { at: string }>(sql`
    SELECT o.id, o.store_id, s.currency, o.type, o.token, campaign_status(o, ${param('at')}) AS status, o.has_product_seeding,
      o.has_onetime_payment, o.image_key, o.name, o.active, o.priority, o.valid_from, o.valid_until, o.per_user_limit, o.max_clicks,
      least(o.max_money_minor, o.budget_limit_minor) AS max_minor, coalesce(used.clicks, 0) AS clicks,
      coalesce(used.spent_minor, 0) AS spent_minor, o.store_visibility, o.campaign_show, o.campaign_title, o.campaign_text, o.created_at,
      o.updated_at,
      (SELECT json_object_agg(p.source, json_build_object('cpcMinor', p.cpc_minor, 'invoiceCpcMinor', p.invoice_cpc_minor,
          'cpa', p.cpa::float8, 'invoiceCpa', p.invoice_cpa::float8, 'userShare', p.user_share::float8, 'agencyShare', p.agency_share::float8))
        FROM prices p WHERE p.campaign_id = o.id AND p.participant_id IS NULL) AS prices
    FROM campaigns o JOIN stores s ON s.id = o.store_id LEFT JOIN campaign_spend used ON used.campaign_id = o.id AND used.user_id = 0
    WHERE ${condition} ORDER BY o.id`);

const readSome = campaignsWhere<{ ids: readonly number[] }>(sql`o.id = ANY (${param('ids')}::bigint[])`);
// A separate statement: for short arrays, PostgreSQL would plan each execution anew.
const readOne = campaignsWhere<{ id: number }>(sql`o.id = ${param('id')}`);

/** Reads these campaigns by id in one query. */
export async function readCampaigns(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly number[],
): Promise<Campaign[]> {
  const at = now().toISOString();
  const [id, ...more] = ids;
  if (id === undefined) return [];
  const rows = await (more.length === 0 ? readOne(db, { id, at }) : readSome(db, { ids, at }));
  return rows.map(campaignRecord);
}

function campaignRecord(row: CampaignRow): Campaign {
  return {
    id: row.id,
    storeId: row.store_id,
    currency: row.currency,
    type: row.type,
    token: row.token,
    status: row.status,
    hasProductSeeding: row.has_product_seeding,
    hasOnetimePayment: row.has_onetime_payment,
    imageKey: row.image_key,
    name: row.name,
    active: row.active,
    priority: row.priority,
    validFrom: instantOf(row.valid_from),
    validUntil: instantOf(row.valid_until),
    perUserLimit: row.per_user_limit,
    maxClicks: row.max_clicks,
    maxMinor: row.max_minor,
    clicks: row.clicks,
    spentMinor: row.spent_minor,
    storeVisibility: row.store_visibility,
    campaign: { show: row.campaign_show, title: row.campaign_title, text: row.campaign_text },
    general: row.prices?.[0] ?? null,
    social: row.prices?.[1] ?? null,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
