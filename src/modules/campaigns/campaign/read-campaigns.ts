import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';
import { columnList, fromRow } from '../../../platform/record-fields/records.ts';
import { CAMPAIGN_FIELDS, type CampaignFields } from './fields.ts';

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

/** A campaign as its records show it: its plain fields and what belongs to them; money in minor units of its store's currency. */
export interface Campaign extends CampaignFields {
  id: number;
  storeId: number;
  currency: string;
  /** The title that creators see: the internal name if the campaign has none. */
  shownTitle: string;
  /** Identifies the campaign to users who have received it. */
  token: string;
  status: CampaignStatus;
  /** Key of its picture in the file storage. */
  imageKey: string | null;
  /** The lower of its money limits; null: no limit. */
  maxMinor: number | null;
  /** Total usage of all its creators. */
  clicks: number;
  spentMinor: number;
  /** Null where the campaign has no price for the source; then General also applies to social clicks. */
  general: CampaignPrice | null;
  social: CampaignPrice | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Besides the columns of `CAMPAIGN_FIELDS`. */
export type CampaignRow = {
  id: number;
  store_id: number;
  currency: string;
  shown_title: string;
  token: string;
  status: CampaignStatus;
  image_key: string | null;
  max_minor: number | null;
  clicks: number;
  spent_minor: number;
  created_at: string;
  updated_at: string;
  /** By source. */
  prices: Record<number, CampaignPrice> | null;
};

const columnsAt = (
  at: SQL,
) => sql`${columnList(CAMPAIGN_FIELDS, 'o')}, o.id, o.store_id, s.currency, o.shown_title, o.token, campaign_status(o, ${at}) AS status,
  o.image_key, least(o.max_money_minor, o.budget_limit_minor) AS max_minor, coalesce(used.clicks, 0) AS clicks,
  coalesce(used.spent_minor, 0) AS spent_minor, o.created_at, o.updated_at,
  (SELECT json_object_agg(p.source, json_build_object('cpcMinor', p.cpc_minor, 'invoiceCpcMinor', p.invoice_cpc_minor,
      'cpa', p.cpa::float8, 'invoiceCpa', p.invoice_cpa::float8, 'userShare', p.user_share::float8, 'agencyShare', p.agency_share::float8))
    FROM prices p WHERE p.campaign_id = o.id AND p.participant_id IS NULL) AS prices`;

const JOINED = sql`JOIN stores s ON s.id = o.store_id LEFT JOIN campaign_spend used ON used.campaign_id = o.id AND used.user_id = 0`;

/** Reads the campaigns of `page` for `pageStatement`. */
export const recordsOfPage = (at: SQL): SQL =>
  sql`SELECT page.page_place, ${columnsAt(at)} FROM page JOIN campaigns o ON o.id = page.id ${JOINED}`;

/** Prepares a read of campaigns by a condition over `campaigns o`, with further columns that begin with a comma. */
export const campaignsWhere = <Values extends Record<string, unknown>, Row extends CampaignRow = CampaignRow>(
  condition: SQL,
  further = sql``,
) =>
  prepared<Row, Values & { at: string }>(
    sql`SELECT ${columnsAt(param('at'))}${further} FROM campaigns o ${JOINED} WHERE ${condition} ORDER BY o.id`,
  );

const readSome = campaignsWhere<{ ids: readonly number[] }>(sql`o.id = ANY (${param('ids')}::bigint[])`);
// A separate statement, because PostgreSQL would plan each execution again for short arrays.
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

/** The record of a row. */
export function campaignRecord(row: CampaignRow): Campaign {
  // Assigned, because a spread copies the object of so many fields.
  return Object.assign(fromRow(CAMPAIGN_FIELDS, row), {
    id: row.id,
    storeId: row.store_id,
    currency: row.currency,
    shownTitle: row.shown_title,
    token: row.token,
    status: row.status,
    imageKey: row.image_key,
    maxMinor: row.max_minor,
    clicks: row.clicks,
    spentMinor: row.spent_minor,
    general: row.prices?.[0] ?? null,
    social: row.prices?.[1] ?? null,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  });
}
