import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { RuleRefused } from '../errors/errors.ts';

/** Whether the rates of a currency are known; the euro is what they refer to. */
export async function hasRate(db: Database, currency: string): Promise<boolean> {
  if (currency === 'EUR') return true;
  const { rows } = await db.execute<{ has: boolean }>(
    sql`SELECT EXISTS (SELECT FROM exchange_rates WHERE currency = ${currency}::char(3)) AS has`,
  );
  return rows[0]!.has;
}

/** The refusal of a conversion to or from a currency without rates. */
export const noRate = (currency: string) =>
  new RuleRefused(
    'no_exchange_rate',
    `There is no exchange rate of ${currency}. Load a file with a column ${currency} with the command load-rates.`,
  );
