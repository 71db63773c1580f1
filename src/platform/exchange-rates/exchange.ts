import { type SQL, sql } from 'drizzle-orm';
import { minorDigits } from '../money.ts';

/**
 * More WITH queries, for money that was earned in several currencies: `exchange (source, target, day, factor)` says what an amount in
 * minor units of one currency is multiplied with to be one of another, at the latest stored rates on or before the day, else the
 * earliest. There is no row where a rate is missing. `from`, `to` and `days` are queries of one column.
 */
export function exchange({ from, to, days }: { from: SQL; to: SQL; days: SQL }): SQL {
  const { codes, subunits } = unusualSubunits();
  // The planner takes an array for ten rows, which is near the truth; for a query's result it would expect thousands, and prepare for millions.
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

/** How many minor units a unit has, of each currency where these are not 100; made at the first use, since that takes milliseconds. */
function unusualSubunits() {
  if (known === undefined) {
    const codes = Intl.supportedValuesOf('currency').filter((code) => minorDigits(code) !== 2);
    known = { codes, subunits: codes.map((code) => (10n ** BigInt(minorDigits(code))).toString()) };
  }
  return known;
}
