import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { param, prepared } from '../../../platform/database/prepared.ts';
import { type KeptOf, shownFields } from '../../../platform/record-fields/field.ts';
import { columnList, fromRow } from '../../../platform/record-fields/records.ts';
import type { CpoMode } from '../../stores/index.ts';
import { CAMPAIGN_FIELDS, type CampaignFields } from './fields.ts';

export const CAMPAIGN_STATUSES = ['deleted', 'ended', 'scheduled', 'paused', 'active'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/**
 * A campaign's payment and billed amount for one source; null where it is not set. Shares and cpa are fractions. The billed amount of a price
 * without one is the price with the store's margin.
 */
export interface CampaignPrice {
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  cpa: number | null;
  invoiceCpa: number | null;
  /** A fixed amount for each order, beside the part of its value. */
  cpoMinor: number | null;
  invoiceCpoMinor: number | null;
  /** How both are paid; null: they are added. */
  cpoMode: CpoMode | null;
  /** Orders of less than this value earn nothing. */
  minimumOrderMinor: number | null;
  userShare: number | null;
  agencyShare: number | null;
}

/** The plain fields that API v2 shows of a campaign as they are stored. In place of the title, it shows the title that creators see. */
const { title: _, ...shownAsStored } = shownFields(CAMPAIGN_FIELDS, 'v2');
export const SUMMARY_FIELDS = shownAsStored;

/** The fields of a campaign that API v2 shows. All are in the row of the campaign, except those on which the status depends. */
export interface CampaignSummary extends KeptOf<typeof SUMMARY_FIELDS> {
  id: number;
  storeId: number;
  /** The title that creators see: the internal name if the campaign has none. */
  shownTitle: string;
  /** Identifies the campaign to users who have received it. */
  token: string;
  status: CampaignStatus;
  /** Key of its picture in the file storage. */
  imageKey: string | null;
}

/** A campaign with its plain fields and related records; money in minor units of its store's currency. */
export interface Campaign extends CampaignFields, CampaignSummary {
  currency: string;
  /** The lower of its money limits; null: no limit. */
  maxMinor: number | null;
  /** Total usage of all its creators. */
  clicks: number;
  spentMinor: number;
  /** What the campaign itself sets; null where it sets nothing for the source. */
  general: CampaignPrice | null;
  social: CampaignPrice | null;
  /** What the next click and order pay and cost, with the store's prices where the campaign sets none. Null: neither does. */
  effective: { general: CampaignPrice; social: CampaignPrice };
  createdAt: Date;
  updatedAt: Date;
}

/** The columns besides those of `SUMMARY_FIELDS`. */
export type SummaryRow = {
  id: number;
  store_id: number;
  shown_title: string;
  token: string;
  status: CampaignStatus;
  image_key: string | null;
};

/** The columns besides those of `CAMPAIGN_FIELDS`. */
export type CampaignRow = SummaryRow & {
  currency: string;
  max_minor: number | null;
  clicks: number;
  spent_minor: number;
  created_at: string;
  updated_at: string;
  /** By source. */
  prices: Record<number, CampaignPrice> | null;
  effective: Record<number, CampaignPrice>;
};

/** The SQL of a read of campaigns, and the conversion of a row to a record. */
export interface CampaignView<Row, Shown> {
  /** Columns over `campaigns o` and `joined`; the status is that at the instant. */
  columns(at: SQL): SQL;
  /** Joins that neither add nor remove rows; null: none. */
  joined: SQL | null;
  recordOf(row: Row): Shown;
}

const summaryColumns = (at: SQL) =>
  sql`o.id, o.store_id, o.shown_title, o.token, campaign_status(o, ${at}) AS status, o.image_key`;

export const SUMMARY: CampaignView<SummaryRow, CampaignSummary> = {
  columns: (at) => sql`${columnList(SUMMARY_FIELDS, 'o')}, ${summaryColumns(at)}`,
  joined: null,
  recordOf: (row) => Object.assign(fromRow(SUMMARY_FIELDS, row), summaryOf(row)),
};

/** Rows `p` of prices as an object by source, whose values are a `CampaignPrice`. */
export const asPrices = sql`json_object_agg(p.source, json_build_object('cpcMinor', p.cpc_minor, 'invoiceCpcMinor', p.invoice_cpc_minor,
  'cpa', p.cpa::float8, 'invoiceCpa', p.invoice_cpa::float8, 'userShare', p.user_share::float8, 'agencyShare', p.agency_share::float8,
  'cpoMinor', p.cpo_minor, 'invoiceCpoMinor', p.invoice_cpo_minor, 'cpoMode', p.cpo_mode, 'minimumOrderMinor', p.minimum_order_minor))`;

export const WHOLE: CampaignView<CampaignRow, Campaign> = {
  columns: (at) => sql`${columnList(CAMPAIGN_FIELDS, 'o')}, ${summaryColumns(at)}, s.currency,
    least(o.max_money_minor, o.budget_limit_minor) AS max_minor, coalesce(used.clicks, 0) AS clicks,
    coalesce(used.spent_minor, 0) AS spent_minor, o.created_at, o.updated_at,
    (SELECT ${asPrices} FROM prices p WHERE p.campaign_id = o.id AND p.participant_id IS NULL) AS prices,
    (SELECT ${asPrices} FROM effective_prices(o.store_id, o.id, NULL) p) AS effective`,
  joined: sql`LEFT JOIN stores s ON s.id = o.store_id LEFT JOIN campaign_spend used ON used.campaign_id = o.id AND used.user_id = 0`,
  // Fields are assigned, because a spread would copy the object with its many fields.
  recordOf: (row) =>
    Object.assign(fromRow(CAMPAIGN_FIELDS, row), summaryOf(row), {
      currency: row.currency,
      maxMinor: row.max_minor,
      clicks: row.clicks,
      spentMinor: row.spent_minor,
      general: row.prices?.[0] ?? null,
      social: row.prices?.[1] ?? null,
      effective: { general: row.effective[0]!, social: row.effective[1]! },
      createdAt: new Date(row.created_at),
      updatedAt: new Date(row.updated_at),
    }),
};

function summaryOf({ id, store_id: storeId, shown_title: shownTitle, token, status, image_key: imageKey }: SummaryRow) {
  return { id, storeId, shownTitle, token, status, imageKey };
}

/** Prepares a read of campaigns by a condition over `campaigns o`. */
export const campaignsWhere = <Values extends Record<string, unknown>, Row extends SummaryRow, Shown>(
  { columns, joined }: CampaignView<Row, Shown>,
  condition: SQL,
) =>
  prepared<Row, Values & { at: string }>(
    sql`SELECT ${columns(param('at'))} FROM campaigns o ${joined ?? sql``} WHERE ${condition} ORDER BY o.id`,
  );

const readSome = campaignsWhere<{ ids: readonly number[] }, CampaignRow, Campaign>(
  WHOLE,
  sql`o.id = ANY (${param('ids')}::bigint[])`,
);
// A separate statement, because PostgreSQL would plan each execution again for short arrays.
const readOne = campaignsWhere<{ id: number }, CampaignRow, Campaign>(WHOLE, sql`o.id = ${param('id')}`);

/** Reads these campaigns by id in one query, in the order of the ids, without those that do not exist. */
export async function readCampaigns(
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly number[],
): Promise<Campaign[]> {
  const at = now().toISOString();
  const [id, ...more] = ids;
  if (id === undefined) return [];
  const rows = await (more.length === 0 ? readOne(db, { id, at }) : readSome(db, { ids, at }));
  const byId = new Map(rows.map((row) => [row.id, WHOLE.recordOf(row)]));
  return ids.flatMap((one) => byId.get(one) ?? []);
}
