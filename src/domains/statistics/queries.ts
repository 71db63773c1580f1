import { type SQL, sql } from 'drizzle-orm';
import type { DayRange } from '../../platform/day-range.ts';
import { minorDigits } from '../../platform/money.ts';
import type { ClickRange, PartOfDay } from './range.ts';

/**
 * What happened in a range, as a table expression: rows of (link_id, store_id, user_id, day, seen, clicks, user_minor, client_minor,
 * order_user_minor, order_client_minor) with money in minor units of the store's currency. `seen` counts every request, `clicks` those that
 * count. Whole days come from the totals, however many clicks they stand for; the raw log is read for the hours of partial days alone.
 */
export function activityIn({ timeZone, days, parts }: ClickRange): SQL {
  const arms = [...(days === null ? [] : [wholeDays(days)]), ...parts.map((part) => partOfDay(part, timeZone))];
  return sql`(${sql.join(arms, sql` UNION ALL `)})`;
}

const wholeDays = ({ first, last }: DayRange) => sql`
  SELECT link_id, store_id, user_id, day, clicks + uncounted AS seen, clicks, user_minor, client_minor, order_user_minor, order_client_minor
  FROM link_days WHERE day BETWEEN ${first}::date AND ${last}::date`;

/**
 * The raw clicks of some hours. Ids sort by time, so a clock time is a bound on the id. At the day's own beginning and end the bound is only a
 * rough one and `day` decides, as it did when the click was totalled: the parts of a day always add up to its total, also where clocks
 * change at midnight. Commissions of orders in these hours have no arm yet: they belong to the day's total alone.
 */
function partOfDay({ day, from, until }: PartOfDay, timeZone: string): SQL {
  const lower =
    from === null ? sql`${instant(day, '00:00', timeZone)} - interval '3 hours'` : instant(day, from, timeZone);
  const upper =
    until === null ? sql`${instant(day, '24:00', timeZone)} + interval '3 hours'` : instant(day, until, timeZone);
  return sql`
  SELECT link_id, store_id, user_id, day, 1 AS seen, (class = 0)::int AS clicks, user_minor, client_minor,
    0 AS order_user_minor, 0 AS order_client_minor
  FROM clicks WHERE day = ${day}::date AND id >= click_floor(${lower}) AND id < click_floor(${upper})`;
}

/** `24:00` is the next day's beginning. A time that the clocks skip, or pass twice, is the one of the zone's standard time. */
const instant = (day: string, time: string, timeZone: string) =>
  sql`(${`${day} ${time}`}::timestamp AT TIME ZONE ${timeZone})`;

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
