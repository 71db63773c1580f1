import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { DEFAULT_USER_SHARE_PPM, mayKnowShare } from '../../accounts/index.ts';
import type { CpoMode } from '../../stores/index.ts';

const MILLION = 1_000_000;

/** A store's payment for clicks and orders from one source, and its division; minor units and fractions of one. */
export interface SourceCost {
  id: number;
  source: 0 | 1;
  cpcMinor: number;
  cpa: number;
  /** The amount billed to the store; 0 for callers who must not see it. */
  invoiceCpcMinor: number;
  invoiceCpa: number;
  /** A fixed amount for each order; null: none. */
  cpoMinor: number | null;
  cpoMode: CpoMode | null;
  minimumOrderMinor: number | null;
  /** The creator's share. */
  userShare: number;
  /** The agency's share; 0 for callers who must not see it. */
  agencyShare: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A creator's earnings per click, in minor units, and per order, as a fraction of its value. */
interface Earning {
  ofClickMinor: number;
  ofOrder: number;
  /** The fixed amount of an order, in minor units. */
  ofOrderMinor: number;
}

/** The earnings of the creator from the next click, by source. */
export interface EarningBySource {
  general: Earning;
  social: Earning;
}

/** The quotes of the module that prices clicks. Links and stores that no longer exist are missing. */
export interface LinkQuotes {
  /** Quotes by the code of the link. */
  ofLinks(ctx: Pick<Context, 'db' | 'now'>, codes: readonly string[]): Promise<Map<string, EarningBySource>>;
  /** Earnings of new links to these stores, by store. */
  ofStores(
    ctx: Pick<Context, 'db' | 'now'>,
    links: { userId: number; storeIds: readonly number[] },
  ): Promise<Map<number, EarningBySource>>;
}

/** A store's own prices, as a creator sees them. */
export interface StorePrices {
  currency: string;
  locale: string;
  costs: SourceCost[];
}

interface PriceRow extends Record<string, unknown> {
  store_id: number;
  currency: string;
  locale: string;
  agency_id: number | null;
  /** Null for a store without a price. */
  id: number | null;
  source: 0 | 1;
  cpc_minor: number;
  invoice_cpc_minor: number;
  cpa_ppm: number;
  invoice_cpa_ppm: number;
  cpo_minor: number | null;
  cpo_mode: CpoMode | null;
  minimum_order_minor: number | null;
  user_share_ppm: number | null;
  agency_share_ppm: number;
  created_at: string;
  updated_at: string;
}

/**
 * Reads the own prices of each of these stores in one query, with the shares that apply to a creator. The share is that of the
 * price, otherwise of the creator's tier, of the agency, or of the platform. Only the store's members and administrators see the
 * billed amount, and only the agency's representatives and administrators see the agency's share.
 */
export async function findStorePrices(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { userId, storeIds }: { userId: number; storeIds: readonly number[] },
): Promise<Map<number, StorePrices>> {
  if (storeIds.length === 0) return new Map();
  const { rows } = await db.execute<PriceRow>(sql`
    SELECT s.id AS store_id, s.currency, s.locale, u.agency_id, p.id, p.source, coalesce(e.cpc_minor, 0) AS cpc_minor,
      coalesce(e.invoice_cpc_minor, 0) AS invoice_cpc_minor, (coalesce(e.cpa, 0) * 1000000)::int AS cpa_ppm,
      (coalesce(e.invoice_cpa, 0) * 1000000)::int AS invoice_cpa_ppm, e.cpo_minor, e.cpo_mode, e.minimum_order_minor,
      (coalesce(p.user_share, t.user_share, c.user_share) * 1000000)::int AS user_share_ppm,
      (coalesce(p.agency_share, t.agency_share, c.agency_share, 0) * 1000000)::int AS agency_share_ppm, p.created_at, p.updated_at
    FROM users u LEFT JOIN agencies c ON c.id = u.agency_id LEFT JOIN revenue_tiers t ON t.id = u.revenue_tier_id
    CROSS JOIN stores s LEFT JOIN prices p ON p.store_id = s.id AND p.campaign_id IS NULL
    LEFT JOIN LATERAL effective_prices(s.id, NULL, NULL) e ON e.source = p.source
    WHERE u.id = ${userId} AND s.id = ANY (${sql.param([...storeIds])}::bigint[]) ORDER BY s.id, p.source`);
  return new Map([...groupBy(rows, (row) => row.store_id)].map(([id, own]) => [id, pricesOf(own, actor)]));
}

function pricesOf(rows: readonly PriceRow[], actor: Context['actor']): StorePrices {
  const { currency, locale, store_id: storeId, agency_id: agencyId } = rows[0]!;
  const seesBill = actor.isAdmin || actor.storeIds.includes(storeId);
  const seesAgency = agencyId !== null && mayKnowShare(actor, agencyId);
  const prices = rows.filter((row) => row.id !== null);
  return {
    currency,
    locale,
    costs: prices.map((row) => costOf(row, seesBill, seesAgency)),
  };
}

const userSharePpm = (row: PriceRow): number => row.user_share_ppm ?? DEFAULT_USER_SHARE_PPM;

function costOf(row: PriceRow, seesBill: boolean, seesAgency: boolean): SourceCost {
  // The shares never exceed the whole, and the creator's share takes precedence.
  const agencySharePpm = Math.min(row.agency_share_ppm, MILLION - userSharePpm(row));
  return {
    id: row.id!,
    source: row.source,
    cpcMinor: row.cpc_minor,
    cpa: row.cpa_ppm / MILLION,
    invoiceCpcMinor: seesBill ? row.invoice_cpc_minor : 0,
    invoiceCpa: seesBill ? row.invoice_cpa_ppm / MILLION : 0,
    cpoMinor: row.cpo_minor,
    cpoMode: row.cpo_mode,
    minimumOrderMinor: row.minimum_order_minor,
    userShare: userSharePpm(row) / MILLION,
    agencyShare: seesAgency ? agencySharePpm / MILLION : 0,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
