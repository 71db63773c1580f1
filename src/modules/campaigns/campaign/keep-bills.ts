import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { billAtLeast } from '../../stores/index.ts';
import type { PriceInput } from './price-input.ts';

/**
 * Returns the prices with the fields that only administrators set. When a store changes its prices, the shares are
 * kept, and the billed amount is kept or raised to the new price. A source with an administrator's billed amount or
 * share is kept even if it is absent.
 */
export async function withBills(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  campaignId: number,
  prices: readonly PriceInput[],
): Promise<readonly PriceInput[]> {
  if (actor.isAdmin) return prices;
  const { rows: old } = await tx.execute<PriceInput & Record<string, unknown>>(sql`
    SELECT source, cpc_minor AS "cpcMinor", invoice_cpc_minor AS "invoiceCpcMinor", cpa::float8 AS cpa, invoice_cpa::float8 AS "invoiceCpa",
      user_share::float8 AS "userShare", agency_share::float8 AS "agencyShare"
    FROM prices WHERE campaign_id = ${campaignId} AND participant_id IS NULL ORDER BY source`);
  const worded = prices.map((price) => {
    const was = old.find(({ source }) => source === price.source) ?? old.find(({ source }) => source === 0);
    if (was === undefined) return price;
    return {
      ...price,
      invoiceCpcMinor: billAtLeast(was.invoiceCpcMinor, price.cpcMinor),
      invoiceCpa: billAtLeast(was.invoiceCpa, price.cpa),
      userShare: was.userShare,
      agencyShare: was.agencyShare,
    };
  });
  const named = new Set(prices.map(({ source }) => source));
  const isSet = (price: PriceInput) =>
    [price.invoiceCpcMinor, price.invoiceCpa, price.userShare, price.agencyShare].some((value) => value !== null);
  return [...worded, ...old.filter((price) => !named.has(price.source) && isSet(price))];
}
