import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { billAtLeast } from '../../stores/index.ts';
import type { PriceInput } from './write-offer.ts';

/**
 * The prices with what only administrators set: a store that words its prices anew keeps the bill, which rises where it would fall below
 * the price, and the shares. A source that an administrator has set a bill or a share for stays when it is not named.
 */
export async function withBills(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  offerId: number,
  prices: readonly PriceInput[],
): Promise<readonly PriceInput[]> {
  if (actor.isAdmin) return prices;
  const { rows: old } = await tx.execute<PriceInput & Record<string, unknown>>(sql`
    SELECT source, cpc_minor AS "cpcMinor", invoice_cpc_minor AS "invoiceCpcMinor", cpa::float8 AS cpa, invoice_cpa::float8 AS "invoiceCpa",
      user_share::float8 AS "userShare", client_share::float8 AS "clientShare"
    FROM prices WHERE offer_id = ${offerId} AND participant_id IS NULL ORDER BY source`);
  const worded = prices.map((price) => {
    const was = old.find(({ source }) => source === price.source) ?? old.find(({ source }) => source === 0);
    if (was === undefined) return price;
    return {
      ...price,
      invoiceCpcMinor: billAtLeast(was.invoiceCpcMinor, price.cpcMinor),
      invoiceCpa: billAtLeast(was.invoiceCpa, price.cpa),
      userShare: was.userShare,
      clientShare: was.clientShare,
    };
  });
  const named = new Set(prices.map(({ source }) => source));
  const isSet = (price: PriceInput) =>
    [price.invoiceCpcMinor, price.invoiceCpa, price.userShare, price.clientShare].some((value) => value !== null);
  return [...worded, ...old.filter((price) => !named.has(price.source) && isSet(price))];
}
