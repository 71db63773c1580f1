import { type SQL, sql } from 'drizzle-orm';
import { CURRENCY_DECIMALS } from '../currencies.ts';
import { minorDigits } from '../money.ts';

/**
 * WITH queries for the conversion of amounts in several currencies. `exchange (source, target, day, factor)` holds
 * the factor that converts minor units of one currency to another, at the latest stored rates on or before the day,
 * else at the earliest. It has no row where a rate is missing. `from`, `to` and `days` are queries with one column
 * each.
 */
export function exchange({ from, to, days }: { from: SQL; to: SQL; days: SQL }): SQL {
  const { codes, subunits } = unusualSubunits();
  // The planner estimates ten rows for an array, which is close. For the result of a query it would estimate thousands
  // and choose a plan for millions.
  return sql`price_of_euro AS MATERIALIZED (
    SELECT c.currency, d.day, coalesce(dated.units_per_eur, earliest.units_per_eur) * coalesce(u.subunit, 100) AS minor
    FROM unnest(ARRAY (${from} UNION ${to})) AS c (currency) CROSS JOIN unnest(ARRAY (SELECT DISTINCT * FROM (${days}) days)) AS d (day)
    LEFT JOIN unnest(${sql.param(codes)}::char(3)[], ${sql.param(subunits)}::numeric[]) AS u (currency, subunit) ON u.currency = c.currency
    LEFT JOIN LATERAL (SELECT units_per_eur FROM exchange_rates r WHERE r.currency = c.currency AND r.day <= d.day
      ORDER BY r.day DESC LIMIT 1) dated ON true
    LEFT JOIN LATERAL (SELECT units_per_eur FROM exchange_rates r WHERE r.currency = c.currency
      ORDER BY r.day LIMIT 1) earliest ON dated.units_per_eur IS NULL
  ), exchange AS MATERIALIZED (
    SELECT s.currency AS source, t.currency AS target, s.day, t.minor * 1.000000000000000000000000000000 / s.minor AS factor
    FROM price_of_euro s JOIN price_of_euro t ON t.day = s.day AND t.currency <> s.currency
    WHERE s.minor IS NOT NULL AND t.minor IS NOT NULL
  )`;
}

let known: { codes: string[]; subunits: string[] } | undefined;

/**
 * The number of minor units per unit for each currency where it is not 100. Computed at the first use, because that
 * takes milliseconds.
 */
function unusualSubunits() {
  if (known === undefined) {
    const codes = [...CURRENCY_DECIMALS.keys()].filter((code) => minorDigits(code) !== 2);
    known = { codes, subunits: codes.map((code) => (10n ** BigInt(minorDigits(code))).toString()) };
  }
  return known;
}
