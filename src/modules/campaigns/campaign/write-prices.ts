import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { refuseTermsAtLimit } from '../../stores/index.ts';
import { type StoreMargin, withCosts } from './campaign-costs.ts';
import type { CampaignPriceChanges, PriceChange, PriceField, PriceInput, StoredPrice } from './price-input.ts';

/** The prices of a request. */
export interface GivenPrices {
  /** All prices of the campaign. */
  prices?: readonly PriceInput[] | undefined;
  /** Replaces `prices` if only some prices change. */
  priceChanges?: CampaignPriceChanges | undefined;
  /** The changes may be those of a record that was read: a price that the record shows, but that is not the campaign's own, does not become its own. */
  areFromRecord?: boolean | undefined;
}

/**
 * Writes the prices of a campaign that are given; without any, nothing changes. Call it while the campaign's row is locked.
 * @param like the campaign whose costs and shares are continued: for a preview another one; null for a new campaign
 * @throws InvalidInput as `withCosts`
 */
export async function writePrices(
  ctx: Pick<Context, 'actor'> & { db: Database },
  campaign: { storeId: number; campaignId: number; like: number | null },
  { prices, priceChanges, areFromRecord = false }: GivenPrices,
  nameOf: (field: PriceField) => string,
): Promise<void> {
  const { storeId, like } = campaign;
  if (prices === undefined && priceChanges === undefined) return;
  const before = like === null ? [] : await readPrices(ctx.db, like);
  const margins = await readMargins(ctx.db, { storeId, campaignId: like });
  const store = await readStorePrices(ctx.db, storeId);
  const given = prices ?? pricesAfter(before, priceChanges ?? {}, { store, areFromRecord });
  const statesCosts = ctx.actor.isAdmin && prices !== undefined;
  await replacePrices(ctx.db, campaign, withCosts(given, { before, margins, statesCosts, nameOf }));
}

/**
 * Refuses prices with a cost when the store has no remaining credit. Call it after they were written, because a price that is left out may have a cost.
 * @throws RuleRefused `credit_limit`
 */
export async function refusePricesAtLimit(
  tx: Database,
  { storeId, campaignId }: { storeId: number; campaignId: number },
): Promise<void> {
  const { rows } = await tx.execute(sql`
    SELECT FROM effective_prices(${storeId}, ${campaignId}, NULL) e WHERE e.cpc_minor > 0 OR e.cpa > 0 OR e.cpo_minor > 0 LIMIT 1`);
  if (rows.length > 0) await refuseTermsAtLimit(tx, storeId);
}

async function readPrices(db: Database, campaignId: number): Promise<StoredPrice[]> {
  const { rows } = await db.execute<StoredPrice & Record<string, unknown>>(sql`
    SELECT source, cpc_minor AS "cpcMinor", invoice_cpc_minor AS "invoiceCpcMinor", cpa::float8 AS cpa, invoice_cpa::float8 AS "invoiceCpa",
      user_share::float8 AS "userShare", agency_share::float8 AS "agencyShare",
      margin_cpa::float8 AS "marginCpa", cpo_minor AS "cpoMinor", invoice_cpo_minor AS "invoiceCpoMinor", cpo_mode AS "cpoMode", minimum_order_minor AS "minimumOrderMinor"
    FROM prices WHERE campaign_id = ${campaignId} AND participant_id IS NULL ORDER BY source`);
  return rows;
}

async function readMargins(
  db: Database,
  { storeId, campaignId }: { storeId: number; campaignId: number | null },
): Promise<[StoreMargin, StoreMargin]> {
  const { rows } = await db.execute<{ cpc_minor: number; cpa: number; cpo_minor: number; cpo_ratio_ppm: number }>(sql`
    SELECT store_cpc_minor AS cpc_minor, store_cpa::float8 AS cpa, store_cpo_minor AS cpo_minor, (campaign_cpo_ratio * 1000000)::bigint AS cpo_ratio_ppm
    FROM price_margins(${storeId}, ${campaignId}) ORDER BY source`);
  const [general, social] = rows.map(
    (row): StoreMargin => ({
      cpcMinor: row.cpc_minor,
      cpa: row.cpa,
      cpoMinor: { minor: row.cpo_minor, ratioPpm: row.cpo_ratio_ppm },
    }),
  );
  return [general!, social!];
}

/** The store's own prices, by source. */
type StorePrices = { cpcMinor: number | null; cpa: number | null }[];

async function readStorePrices(db: Database, storeId: number): Promise<StorePrices> {
  const { rows } = await db.execute<{ cpc_minor: number | null; cpa: number | null }>(sql`
    SELECT cpc_minor, cpa::float8 AS cpa FROM effective_prices(${storeId}, NULL, NULL) ORDER BY source`);
  return rows.map(({ cpc_minor: cpcMinor, cpa }) => ({ cpcMinor, cpa }));
}

const NOT_SET = {
  cpcMinor: null,
  invoiceCpcMinor: null,
  cpa: null,
  invoiceCpa: null,
  userShare: null,
  agencyShare: null,
  invoiceCpoMinor: null,
};

/** The prices after some of them have changed. */
function pricesAfter(
  before: readonly PriceInput[],
  changes: CampaignPriceChanges,
  { store, areFromRecord }: { store: StorePrices; areFromRecord: boolean },
): PriceInput[] {
  const after = (source: 0 | 1, change: PriceChange | undefined, otherwise: StorePrices[number]): PriceInput => {
    const row = before.find((price) => price.source === source);
    const priceAfter = (kind: 'cpcMinor' | 'cpa') => {
      const was = row?.[kind] ?? null;
      const given = change?.[kind];
      const isShown = areFromRecord && was === null && given === otherwise[kind];
      return given === undefined || isShown ? was : given;
    };
    // Changes name no fixed amounts, which therefore remain.
    const { cpoMinor = null, cpoMode = null, minimumOrderMinor = null } = row ?? {};
    const kept = { cpoMinor, cpoMode, minimumOrderMinor };
    return { ...NOT_SET, ...kept, source, cpcMinor: priceAfter('cpcMinor'), cpa: priceAfter('cpa') };
  };
  const general = after(0, changes.general, store[0]!);
  const social = after(1, changes.social, {
    cpcMinor: general.cpcMinor ?? store[1]!.cpcMinor,
    cpa: general.cpa ?? store[1]!.cpa,
  });
  return [general, social].filter(
    ({ cpcMinor, cpa, cpoMinor, minimumOrderMinor }) =>
      cpcMinor !== null || cpa !== null || cpoMinor !== null || minimumOrderMinor !== null,
  );
}

async function replacePrices(
  db: Database,
  { storeId, campaignId }: { storeId: number; campaignId: number },
  prices: readonly StoredPrice[],
): Promise<void> {
  await db.execute(sql`DELETE FROM prices WHERE campaign_id = ${campaignId} AND participant_id IS NULL`);
  const column = (of: (price: StoredPrice) => number | null, type: string) =>
    sql`${sql.param(prices.map(of))}::${sql.raw(type)}[]`;
  await db.execute(sql`
    INSERT INTO prices (store_id, campaign_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa, user_share, agency_share, margin_cpa, cpo_minor,
      invoice_cpo_minor, cpo_mode, minimum_order_minor)
    SELECT ${storeId}, ${campaignId}, given.* FROM unnest(${column((price) => price.source, 'smallint')},
      ${column((price) => price.cpcMinor, 'bigint')}, ${column((price) => price.invoiceCpcMinor, 'bigint')},
      ${column((price) => price.cpa, 'numeric')}, ${column((price) => price.invoiceCpa, 'numeric')},
      ${column((price) => price.userShare, 'numeric')}, ${column((price) => price.agencyShare, 'numeric')},
      ${column((price) => price.marginCpa, 'numeric')},
      ${column((price) => price.cpoMinor, 'bigint')}, ${column((price) => price.invoiceCpoMinor, 'bigint')},
      ${sql.param(prices.map((price) => price.cpoMode))}::text[], ${column((price) => price.minimumOrderMinor, 'bigint')}) AS given`);
}
