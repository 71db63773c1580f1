import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { InvalidMoney, minorDigits, TooMuchMoney } from '../money.ts';

/** An amount that is wanted in another currency. */
interface Conversion {
  /** Whole minor units of `from`; a negative amount is converted as its opposite is. */
  minor: number;
  /** ISO 4217 codes. */
  from: string;
  to: string;
  /** `YYYY-MM-DD`. */
  day: string;
}

/**
 * The amount in whole minor units of the other currency, at the latest rates stored on or before the day, else the earliest ones; computed
 * exactly and rounded once, half away from zero. Null when a rate is missing. Between equal currencies nothing is converted, so no rate is needed.
 * @throws InvalidMoney for a code that is not a currency, an amount that is not whole, and a result past 2^53-1 minor units.
 */
export async function convertMinor(
  db: Pick<Database, 'execute'>,
  { minor, from, to, day }: Conversion,
): Promise<number | null> {
  if (!Number.isSafeInteger(minor)) throw new InvalidMoney(`${minor} is not an amount in whole minor units`);
  const [subunit, wanted] = [minorDigits(from), minorDigits(to)].map((digits) => `1${'0'.repeat(digits)}`);
  if (from === to) return minor;
  // A quotient of whole numbers is cut off without having been rounded before: numeric division would round twice.
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

/** Units of the currency that one euro bought; null where there has never been a rate. */
const rateOn = (currency: string, day: string) => sql`coalesce(
  (SELECT units_per_eur FROM exchange_rates WHERE currency = ${currency}::char(3) AND day <= ${day}::date ORDER BY day DESC LIMIT 1),
  (SELECT units_per_eur FROM exchange_rates WHERE currency = ${currency}::char(3) ORDER BY day LIMIT 1))`;
