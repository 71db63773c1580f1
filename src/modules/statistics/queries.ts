import { type SQL, sql } from 'drizzle-orm';
import { type DayRange, daysOf } from '../../platform/day-range.ts';
import type { ClickRange, PartOfDay } from './range.ts';

/**
 * Returns the activity in a range as a table expression: rows of (store_id, user_id, day, seen, link_clicks,
 * tag_clicks, user_minor, agency_minor, order_user_minor, order_agency_minor) with money in minor units of the
 * store's currency. `seen` counts every request; the clicks on links and tags are counted clicks only. Whole days
 * come from totals, and only the hours of partial days are read from the raw log.
 */
export function activityIn({ timeZone, days, parts }: ClickRange): SQL {
  const arms = [...(days === null ? [] : [wholeDays(days)]), ...parts.map((part) => partOfDay(part, timeZone))];
  return sql`(${sql.join(arms, sql` UNION ALL `)})`;
}

/** Returns every day of a range as a query with one column. */
export function daysIn({ days, parts }: ClickRange): SQL {
  const all = [...(days === null ? [] : daysOf(days)), ...parts.map(({ day }) => day)];
  return sql`SELECT unnest(${sql.param(all)}::date[])`;
}

/** The last closed day. Days up to it are in `creator_days` and `link_weeks`. */
export const CLOSED_THROUGH = sql`(SELECT through FROM closed_days)`;

/**
 * Returns the creators' results for stores in a range as a query over totals `t`. Closed days have one row per
 * creator, later days one per link, so `columns` must exist in both. Cost: in proportion to a creator's days,
 * regardless of the number of links, plus the links of the last days.
 * @param whose a condition over `t` that selects creators and stores
 */
export function creatorDays(columns: SQL, whose: SQL, { first, last }: Record<keyof DayRange, string | SQL>): SQL {
  const within = sql`${whose} AND t.day BETWEEN ${first}::date AND ${last}::date`;
  return sql`SELECT ${columns} FROM creator_days t WHERE ${within}
    UNION ALL SELECT ${columns} FROM link_days t WHERE ${within} AND t.day > ${CLOSED_THROUGH}`;
}

/**
 * Returns the creators whose first counted click or order at a store is in a range, with that day, as a query with the
 * columns `user_id` and `day`. Cost: in proportion to the creators' days in the range, with a look-up for each creator.
 */
export function newCreators(storeId: number, { first, last }: DayRange): SQL {
  const active = sql`(t.clicks > 0 OR t.orders > 0)`;
  return sql`SELECT a.user_id, a.day FROM (
      SELECT d.user_id, min(d.day) AS day
      FROM (${creatorDays(sql`t.user_id, t.day`, sql`t.store_id = ${storeId} AND ${active}`, { first, last })}) d GROUP BY d.user_id
    ) a
    WHERE NOT EXISTS (SELECT FROM creator_days t WHERE t.user_id = a.user_id AND t.day < ${first}::date AND t.store_id = ${storeId} AND ${active})
      AND NOT EXISTS (SELECT FROM link_days t WHERE t.store_id = ${storeId} AND t.day > ${CLOSED_THROUGH} AND t.day < ${first}::date
        AND t.user_id = a.user_id AND ${active})`;
}

/** Same, for all users, split by link type. */
const wholeDays = ({ first, last }: DayRange) => sql`
  SELECT store_id, user_id, day, clicks + uncounted AS seen, clicks - tag_clicks AS link_clicks, tag_clicks, user_minor, agency_minor,
    order_user_minor, order_agency_minor
  FROM creator_days WHERE day BETWEEN ${first}::date AND ${last}::date
  UNION ALL
  SELECT d.store_id, d.user_id, d.day, d.clicks + d.uncounted, ${onKind('link', sql`d.clicks`)}, ${onKind('tag', sql`d.clicks`)}, d.user_minor,
    d.agency_minor, d.order_user_minor, d.order_agency_minor
  FROM link_days d JOIN links l ON l.id = d.link_id
  WHERE d.day BETWEEN ${first}::date AND ${last}::date AND d.day > ${CLOSED_THROUGH}`;

function onKind(kind: 'link' | 'tag', clicks: SQL): SQL {
  return sql`CASE WHEN l.kind = ${kind} THEN ${clicks} ELSE 0 END`;
}

/**
 * The raw clicks and orders of some hours. Click ids sort by time, so a local time is a bound on the id. At the
 * beginning and end of the day the bound is only approximate and `day` decides, as it did when the click or order
 * was totalled. The parts of a day therefore always add up to its total, also when clocks change at midnight.
 */
function partOfDay({ day, from, until }: PartOfDay, timeZone: string): SQL {
  const lower =
    from === null ? sql`${instant(day, '00:00', timeZone)} - interval '3 hours'` : instant(day, from, timeZone);
  const upper =
    until === null ? sql`${instant(day, '24:00', timeZone)} + interval '3 hours'` : instant(day, until, timeZone);
  return sql`
  SELECT c.store_id, c.user_id, c.day, 1 AS seen, ${onKind('link', sql`(c.class = 0)::int`)} AS link_clicks,
    ${onKind('tag', sql`(c.class = 0)::int`)} AS tag_clicks, c.user_minor, c.agency_minor, 0 AS order_user_minor, 0 AS order_agency_minor
  FROM clicks c JOIN links l ON l.id = c.link_id
  WHERE c.day = ${day}::date AND c.id >= click_floor(${lower}) AND c.id < click_floor(${upper})
  UNION ALL
  SELECT store_id, user_id, day, 0, 0, 0, 0, 0, user_minor, agency_minor
  FROM orders WHERE counts AND day = ${day}::date AND order_at >= ${lower} AND order_at < ${upper}`;
}

/**
 * `24:00` is the beginning of the next day. A repeated local time means the later one, in standard time. A skipped
 * local time means the moment of the clock change, so the interval between two skipped times is empty. (PostgreSQL
 * reads a skipped 2:30 as 3:30. Clock changes start at a whole multiple of their length.)
 */
function instant(day: string, time: string, timeZone: string): SQL {
  const clock = sql`${`${day} ${time}`}::timestamp`;
  const read = sql`(${clock} AT TIME ZONE ${timeZone})`;
  const skipped = sql`((${read} AT TIME ZONE ${timeZone}) - ${clock})`;
  return sql`(CASE WHEN ${skipped} > interval '0' THEN ${read} - (${clock} - date_bin(${skipped}, ${clock}, date_trunc('day', ${clock})))
    ELSE ${read} END)`;
}
