import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { type Company, vatOf } from '../company.ts';

/**
 * Reads what a store can reserve now: its prepaid balance without the VAT of its invoices, less what it owes, has promised and has reserved.
 * @returns minor units of the store's currency, not negative
 * @throws NotFound
 */
export async function readAvailable(
  { db }: Pick<Context, 'db'>,
  { company }: { company: Company },
  storeId: number,
): Promise<{ minor: number; currency: string }> {
  const { rows: stores } = await db.execute<{ currency: string; country: string; vat_number: string | null }>(
    sql`SELECT currency, country, nullif(vat_number, '') AS vat_number FROM stores WHERE id = ${storeId}`,
  );
  const store = stores[0];
  if (store === undefined) throw new NotFound('store');
  const { ratePpm } = vatOf(company, { country: store.country, vatNumber: store.vat_number });
  const { rows } = await db.execute<{ minor: number }>(sql`
    SELECT greatest(prepaid_cover(prepaid_minor, ${ratePpm}::int) - guarantee_rounding() - incurred_minor - promised_minor - reserved_minor, 0) AS minor
    FROM store_credit WHERE store_id = ${storeId}`);
  return { minor: rows[0]?.minor ?? 0, currency: store.currency };
}
