import { type SQL, sql } from 'drizzle-orm';
import { type AmountInput, amountInput } from '../../../platform/amount-input.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import {
  MAX_FIXED_COST_MINOR,
  MAX_FIXED_MINOR,
  MAX_MINIMUM_ORDER_MINOR,
  MAX_PRICE_MINOR,
} from '../../../platform/limits.ts';
import { fixedCost, ratioOfOrders } from './fixed-margin.ts';

/** How the fixed amount of an order and the part of its value are paid together: both, or the larger one. */
export const CPO_MODES = ['added', 'larger'] as const;
export type CpoMode = (typeof CPO_MODES)[number];

/**
 * The prices of a store for clicks and orders from one source; minor units, and fractions of an order. Null: not set.
 */
export interface OwnPrice {
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  cpa: number | null;
  invoiceCpa: number | null;
  /** The `cpa` at which its margin was set, if it has changed since: the ratio by which fixed amounts without a margin of their own are charged. */
  marginCpa: number | null;
  /** A fixed amount for each order, beside the part of its value. */
  cpoMinor: number | null;
  invoiceCpoMinor: number | null;
  /** How both are paid; null: they are added. */
  cpoMode: CpoMode | null;
  /** Orders of less than this value earn nothing. A price of social clicks sets none. */
  minimumOrderMinor: number | null;
}

/** Prices of a store, by source; null if a source has none. Social clicks without a price have that of General. */
export interface OwnPrices {
  general: OwnPrice | null;
  social: OwnPrice | null;
}

/** Changes of a price; omitted fields are unchanged. */
interface PriceChange {
  cpcMinor?: number | undefined;
  cpa?: number | undefined;
  /** Null removes it. */
  cpoMinor?: number | null | undefined;
}

/** Changes of prices by source. */
export interface PriceChanges {
  general?: PriceChange;
  social?: PriceChange;
  /** For both sources. */
  cpoMode?: CpoMode | undefined;
  /** For both sources; null: orders have no minimum value. */
  minimumOrderMinor?: number | null | undefined;
}

/** Fixed amounts of a body, by the names of the interface. */
interface FixedInput {
  revenue_cpo?: AmountInput | null | undefined;
  revenue_social_cpo?: AmountInput | null | undefined;
  minimum_order?: AmountInput | null | undefined;
}

/** Converts the fixed amounts of a body to minor units. @throws InvalidInput for another currency than the store's, and too high amounts */
export async function readFixedInput(db: Database, storeId: number, body: FixedInput) {
  const { rows } = await db.execute<{ currency: string }>(sql`SELECT currency FROM stores WHERE id = ${storeId}`);
  const currency = rows[0]?.currency ?? '';
  const errors: Record<string, string[]> = {};
  const read = (path: keyof FixedInput, max: number) => amountInput(body[path], { currency, path, max, errors });
  const amounts = {
    general: read('revenue_cpo', MAX_FIXED_MINOR),
    social: read('revenue_social_cpo', MAX_FIXED_MINOR),
    minimumOrder: read('minimum_order', MAX_MINIMUM_ORDER_MINOR),
  };
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return amounts;
}

const SOURCES = { general: 0, social: 1 } as const;
const NOTHING: OwnPrice = {
  cpcMinor: null,
  invoiceCpcMinor: null,
  cpa: null,
  invoiceCpa: null,
  marginCpa: null,
  cpoMinor: null,
  invoiceCpoMinor: null,
  cpoMode: null,
  minimumOrderMinor: null,
};

/** What the store pays for a fixed amount: without a margin of its own, the margin of orders applies; null: there is no fixed amount. */
export function fixedCostOf({ cpoMinor, invoiceCpoMinor, cpa, invoiceCpa, marginCpa }: OwnPrice): number | null {
  if (cpoMinor === null || invoiceCpoMinor !== null) return cpoMinor === null ? null : invoiceCpoMinor;
  const ppm = (fraction: number | null) => (fraction === null ? null : Math.round(fraction * 1_000_000));
  const ratioPpm = ratioOfOrders({
    cpaPpm: ppm(cpa) ?? 0,
    invoiceCpaPpm: ppm(invoiceCpa),
    marginCpaPpm: ppm(marginCpa),
  });
  return fixedCost(cpoMinor, { minor: 0, ratioPpm });
}

/** Reads a store's own prices, which apply when no campaign does. */
export async function readOwnPrices(db: Database, storeId: number): Promise<OwnPrices> {
  const { rows } = await db.execute<{
    source: 0 | 1;
    cpc_minor: number | null;
    invoice_cpc_minor: number | null;
    cpa: number | null;
    invoice_cpa: number | null;
    margin_cpa: number | null;
    cpo_minor: number | null;
    invoice_cpo_minor: number | null;
    cpo_mode: CpoMode | null;
    minimum_order_minor: number | null;
  }>(sql`
    SELECT source, cpc_minor, invoice_cpc_minor, cpa::float8 AS cpa, invoice_cpa::float8 AS invoice_cpa, margin_cpa::float8 AS margin_cpa, cpo_minor, invoice_cpo_minor, cpo_mode,
      minimum_order_minor
    FROM prices WHERE ${ownPricesOf(storeId)}`);
  const priceOf = (source: 0 | 1): OwnPrice | null => {
    const row = rows.find((one) => one.source === source);
    if (row === undefined) return null;
    return {
      cpcMinor: row.cpc_minor,
      invoiceCpcMinor: row.invoice_cpc_minor,
      cpa: row.cpa,
      invoiceCpa: row.invoice_cpa,
      marginCpa: row.margin_cpa,
      cpoMinor: row.cpo_minor,
      invoiceCpoMinor: row.invoice_cpo_minor,
      cpoMode: row.cpo_mode,
      minimumOrderMinor: row.minimum_order_minor,
    };
  };
  return { general: priceOf(SOURCES.general), social: priceOf(SOURCES.social) };
}

/**
 * The prices after a change, for the sources that it touches. The cost follows the price, so that the margin between them, which only
 * administrators set, stays the same. A first price for social clicks takes the other values, including shares, from the general price, which applied before.
 */
export function pricesAfter(before: OwnPrices, changes: PriceChanges): Partial<Record<keyof OwnPrices, OwnPrice>> {
  const after: Partial<Record<keyof OwnPrices, OwnPrice>> = {};
  const { general, social, cpoMode, minimumOrderMinor } = changes;
  if (isChange(general) || cpoMode !== undefined || minimumOrderMinor !== undefined) {
    const price = changed(before.general ?? NOTHING, general ?? {}, cpoMode);
    after.general = {
      ...price,
      minimumOrderMinor: minimumOrderMinor === undefined ? price.minimumOrderMinor : minimumOrderMinor,
    };
  }
  const paidBySocial = before.social ?? after.general ?? before.general ?? NOTHING;
  if (isChange(social) || (cpoMode !== undefined && before.social !== null))
    after.social = { ...changed(paidBySocial, social ?? {}, cpoMode), minimumOrderMinor: null };
  return after;
}

function isChange(change: PriceChange | undefined): change is PriceChange {
  return change?.cpcMinor !== undefined || change?.cpa !== undefined || change?.cpoMinor !== undefined;
}

function changed(price: OwnPrice, change: PriceChange, mode: CpoMode | undefined): OwnPrice {
  const cpcMinor = change.cpcMinor ?? price.cpcMinor;
  const cpa = change.cpa ?? price.cpa;
  const cpoMinor = change.cpoMinor === undefined ? price.cpoMinor : change.cpoMinor;
  return {
    cpcMinor,
    invoiceCpcMinor: costAfter(price.invoiceCpcMinor, price.cpcMinor, cpcMinor),
    cpa,
    invoiceCpa: costAfter(price.invoiceCpa, price.cpa, cpa),
    marginCpa:
      price.marginCpa ?? (price.cpa === cpa || price.cpa === 0 || price.invoiceCpa === null ? null : price.cpa),
    cpoMinor,
    // Without a price, the margin remains: the fixed amounts of campaigns are charged with it.
    invoiceCpoMinor: costAfter(price.invoiceCpoMinor, price.cpoMinor, cpoMinor),
    cpoMode: cpoMinor === null ? null : (mode ?? price.cpoMode),
    minimumOrderMinor: price.minimumOrderMinor,
  };
}

/** The cost of a price after the price has changed; null: the cost always equals the price. */
function costAfter(cost: number | null, before: number | null, after: number | null): number | null {
  if (cost === null || before === after) return cost;
  return sumOf(after ?? 0, Math.max(cost - (before ?? 0), 0));
}

/** A sum of a price and a margin, to six decimals, which fractions of an order have. */
export function sumOf(price: number, margin: number): number {
  return Math.round((price + margin) * 1_000_000) / 1_000_000;
}

/** @throws InvalidInput for a price that is above the maximum together with its margin; the fields by source */
function refuseCostsAboveMaximum(after: Partial<Record<keyof OwnPrices, OwnPrice>>, names: PriceNames): void {
  const errors: Record<string, string[]> = {};
  for (const source of ['general', 'social'] as const) {
    const { cpcMinor, invoiceCpcMinor, cpa, invoiceCpa, cpoMinor, invoiceCpoMinor } = after[source] ?? NOTHING;
    if (invoiceCpcMinor !== null && invoiceCpcMinor > MAX_PRICE_MINOR)
      errors[names[source].cpc] = [maximumFor(MAX_PRICE_MINOR - (invoiceCpcMinor - (cpcMinor ?? 0)))];
    if (invoiceCpa !== null && invoiceCpa > 1)
      errors[names[source].cpa] = [maximumFor(sumOf(1, (cpa ?? 0) - invoiceCpa))];
    if (invoiceCpoMinor !== null && invoiceCpoMinor > MAX_FIXED_COST_MINOR)
      errors[`${names[source].cpo}.amount`] = [
        maximumFor(`${MAX_FIXED_COST_MINOR - (invoiceCpoMinor - (cpoMinor ?? 0))} minor units`),
      ];
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** The fault of a price that is too high together with its margin. */
export const maximumFor = (max: number | string): string =>
  `must be at most ${max}, because the platform’s margin is added`;

/** The caller's names of the fields of prices, for errors. */
type PriceNames = Record<'general' | 'social', { cpc: string; cpa: string; cpo: string }>;

const STORE_NAMES: PriceNames = {
  general: { cpc: 'revenue_cpc', cpa: 'revenue_cpa', cpo: 'revenue_cpo' },
  social: { cpc: 'social_revenue_cpc', cpa: 'revenue_social_cpa', cpo: 'revenue_social_cpo' },
};

const ownPricesOf = (storeId: number): SQL => sql`store_id = ${storeId} AND campaign_id IS NULL`;

/**
 * Changes a store's own prices, from the next click. Call it while the store's row is locked.
 * @returns the written prices
 * @throws InvalidInput for a price that is above the maximum together with its margin
 */
export async function changeOwnPrices(db: Database, storeId: number, changes: PriceChanges, at: Date) {
  const after = pricesAfter(await readOwnPrices(db, storeId), changes);
  refuseCostsAboveMaximum(after, STORE_NAMES);
  const rows = (['general', 'social'] as const).flatMap((name) => {
    const price = after[name];
    return price === undefined ? [] : [{ source: SOURCES[name], ...price }];
  });
  if (rows.length === 0) return after;
  await db.execute(sql`
    INSERT INTO prices (store_id, source, cpc_minor, invoice_cpc_minor, cpa, invoice_cpa, margin_cpa, cpo_minor, invoice_cpo_minor, cpo_mode, minimum_order_minor,
      user_share, agency_share, created_at, updated_at)
    SELECT ${storeId}, given.source, "cpcMinor", "invoiceCpcMinor", given.cpa, "invoiceCpa", "marginCpa", "cpoMinor", "invoiceCpoMinor", "cpoMode", "minimumOrderMinor", general.user_share,
      general.agency_share, ${at.toISOString()}, ${at.toISOString()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given (source smallint, "cpcMinor" bigint,
      "invoiceCpcMinor" bigint, cpa numeric, "invoiceCpa" numeric, "marginCpa" numeric, "cpoMinor" bigint, "invoiceCpoMinor" bigint, "cpoMode" text, "minimumOrderMinor" bigint)
    LEFT JOIN prices general ON general.store_id = ${storeId} AND general.campaign_id IS NULL AND general.source = 0
    ON CONFLICT (store_id, campaign_id, participant_id, source) DO UPDATE SET cpc_minor = EXCLUDED.cpc_minor,
      invoice_cpc_minor = EXCLUDED.invoice_cpc_minor, cpa = EXCLUDED.cpa, invoice_cpa = EXCLUDED.invoice_cpa, margin_cpa = EXCLUDED.margin_cpa,
      cpo_minor = EXCLUDED.cpo_minor, invoice_cpo_minor = EXCLUDED.invoice_cpo_minor, cpo_mode = EXCLUDED.cpo_mode,
      minimum_order_minor = EXCLUDED.minimum_order_minor, updated_at = EXCLUDED.updated_at`);
  return after;
}
