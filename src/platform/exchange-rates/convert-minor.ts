import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { InvalidMoney, minorDigits, TooMuchMoney } from '../money.ts';

/** An amount to convert to another currency. */
interface Conversion {
  /** Whole minor units of `from`; a negative amount is converted like its absolute value. */
  minor: number;
  /** ISO 4217 codes. */
  from: string;
  to: string;
  /** `YYYY-MM-DD`. */
  day: string;
}

/**
 * Converts an amount to whole minor units of another currency, at the latest stored rates on or before the day, else
 * at the earliest. The computation is exact and rounds once, half away from zero. Returns null when a rate is
 * missing. Equal currencies need no rate.
 * @throws InvalidMoney for a code that is not a currency, an amount that is not whole, and a result above 2^53-1
 * minor units
 */
export async function convertMinor(
  db: Pick<Database, 'execute'>,
  { minor, from, to, day }: Conversion,
): Promise<number | null> {
  if (!Number.isSafeInteger(minor)) throw new InvalidMoney(`${minor} is not an amount in whole minor units`);
  const [subunit, wanted] = [minorDigits(from), minorDigits(to)].map((digits) => `1${'0'.repeat(digits)}`);
  if (from === to) return minor;
  // The quotient of integers is truncated and not rounded. Numeric division would round a second time.
  const { rows } = await db.execute<{ converted: string | null }>(sql`
    WITH amount AS (
      SELECT ${minor}::numeric * ${wanted}::numeric * ${rateOn(to, day)} AS numerator, ${subunit}::numeric * ${rateOn(from, day)} AS denominator
    )
    SELECT (sign(numerator) * div(2 * abs(numerator) + denominator, 2 * denominator))::text AS converted FROM amount`);
  const converted = rows[0]?.converted ?? null;
  if (converted === null) return null;
  const value = Number(converted);
  if (!Number.isSafeInteger(value)) throw new TooMuchMoney(`${converted} minor units of ${to} are too many`);
  return value;
}

/** The amount of the currency per euro; null if there is no rate. */
const rateOn = (currency: string, day: string) => sql`coalesce(
  (SELECT units_per_eur FROM exchange_rates WHERE currency = ${currency}::char(3) AND day <= ${day}::date ORDER BY day DESC LIMIT 1),
  (SELECT units_per_eur FROM exchange_rates WHERE currency = ${currency}::char(3) ORDER BY day LIMIT 1))`;
