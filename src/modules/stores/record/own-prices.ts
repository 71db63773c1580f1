import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/**
 * The maximum price and cost of a click, in minor units of the store's currency, for stores and campaigns and for every caller.
 * Some paths of API v2 document a lower limit.
 */
export const MAX_PRICE_MINOR = 100_000;

/**
 * The prices of a store, or of one of its campaigns, for clicks and orders from one source; minor units, and fractions of an
 * order. Null: not set.
 */
export interface OwnPrice {
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  cpa: number | null;
  invoiceCpa: number | null;
}

/** The owner of the prices: a store, or one of its campaigns. */
export interface PriceOwner {
  storeId: number;
  campaignId?: number;
}

/** Prices of one owner, by source; null if a source has none. Social clicks without a price have that of General. */
export interface OwnPrices {
  general: OwnPrice | null;
  social: OwnPrice | null;
}

/** Changes of a price; omitted fields are unchanged. */
interface PriceChange {
  cpcMinor?: number | undefined;
  cpa?: number | undefined;
}

export interface PriceChanges {
  general?: PriceChange;
  social?: PriceChange;
}

const SOURCES = { general: 0, social: 1 } as const;
const NOTHING: OwnPrice = { cpcMinor: null, invoiceCpcMinor: null, cpa: null, invoiceCpa: null };

/** Reads an owner's prices; without a campaign, the store's prices, which apply when no campaign does. */
export async function readOwnPrices(db: Database, owner: PriceOwner): Promise<OwnPrices> {
  const { rows } = await db.execute<{
    source: 0 | 1;
    cpc_minor: number | null;
    invoice_cpc_minor: number | null;
    cpa: number | null;
    invoice_cpa: number | null;
  }>(sql`
    SELECT source, cpc_minor, invoice_cpc_minor, cpa::float8 AS cpa, invoice_cpa::float8 AS invoice_cpa
    FROM prices WHERE ${ownedBy(owner)}`);
  const priceOf = (source: 0 | 1): OwnPrice | null => {
    const row = rows.find((one) => one.source === source);
    if (row === undefined) return null;
    const { cpc_minor: cpcMinor, invoice_cpc_minor: invoiceCpcMinor, cpa, invoice_cpa: invoiceCpa } = row;
    return { cpcMinor, invoiceCpcMinor, cpa, invoiceCpa };
  };
  return { general: priceOf(SOURCES.general), social: priceOf(SOURCES.social) };
}

/**
 * The prices after a change, for the sources that it touches. The billed amount rises with the price, so that a click never earns
 * more than the store pays for it. A first price for social clicks takes the other values, including shares, from the
 * general price, which applied before.
 */
export function pricesAfter(before: OwnPrices, changes: PriceChanges): Partial<Record<keyof OwnPrices, OwnPrice>> {
  const after: Partial<Record<keyof OwnPrices, OwnPrice>> = {};
  if (isChange(changes.general)) after.general = changed(before.general ?? NOTHING, changes.general);
  const paidBySocial = before.social ?? after.general ?? before.general ?? NOTHING;
  if (isChange(changes.social)) after.social = changed(paidBySocial, changes.social);
  return after;
}

function isChange(change: PriceChange | undefined): change is PriceChange {
  return change?.cpcMinor !== undefined || change?.cpa !== undefined;
}

function changed(price: OwnPrice, change: PriceChange): OwnPrice {
  const cpcMinor = change.cpcMinor ?? price.cpcMinor;
  const cpa = change.cpa ?? price.cpa;
  return {
    cpcMinor,
    invoiceCpcMinor: billAtLeast(price.invoiceCpcMinor, cpcMinor),
    cpa,
    invoiceCpa: billAtLeast(price.invoiceCpa, cpa),
  };
}

/** The billed amount of a store whose price may have risen above it. Null: the billed amount always equals the price. */
export function billAtLeast(bill: number | null, paid: number | null): number | null {
  return bill === null ? null : Math.max(bill, paid ?? 0);
}

function ownedBy({ storeId, campaignId }: PriceOwner): SQL {
  const campaign = campaignId === undefined ? sql`campaign_id IS NULL` : sql`campaign_id = ${campaignId}`;
  return sql`store_id = ${storeId} AND ${campaign} AND participant_id IS NULL`;
}

/**
 * Changes an owner's prices, from the next click. Call it while the owner's row is locked.
 * @returns the written prices
 */
export async function changeOwnPrices(db: Database, owner: PriceOwner, changes: PriceChanges, at: Date) {
  const after = pricesAfter(await readOwnPrices(db, owner), changes);
  const rows = (['general', 'social'] as const).flatMap((name) => {
    const price = after[name];
    return price === undefined ? [] : [{ source: SOURCES[name], ...price }];
  });
  if (rows.length === 0) return after;
  await db.execute(sql`
    INSERT INTO prices (store_id, campaign_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa, user_share, agency_share,
      created_at, updated_at)
    SELECT ${owner.storeId}, ${owner.campaignId ?? null}::bigint, given.source, "cpcMinor", "invoiceCpcMinor", given.cpa, "invoiceCpa", general.user_share,
      general.agency_share, ${at.toISOString()}, ${at.toISOString()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (source smallint, "cpcMinor" bigint,
      "invoiceCpcMinor" bigint, cpa numeric, "invoiceCpa" numeric)
    LEFT JOIN prices general ON ${ownedBy(owner)} AND general.source = 0
    ON CONFLICT (store_id, campaign_id, participant_id, source) DO UPDATE SET cpc_minor = EXCLUDED.cpc_minor,
      invoice_cpc_minor = EXCLUDED.invoice_cpc_minor, cpa = EXCLUDED.cpa, invoice_cpa = EXCLUDED.invoice_cpa,
      updated_at = EXCLUDED.updated_at`);
  return after;
}
