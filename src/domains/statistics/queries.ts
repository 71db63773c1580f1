import { type SQL, sql } from 'drizzle-orm';
import { type DayRange, daysOf } from '../../platform/day-range.ts';
import type { ClickRange, PartOfDay } from './range.ts';

/**
 * What happened in a range, as a table expression: rows of (store_id, user_id, day, seen, link_clicks, tag_clicks, user_minor, client_minor,
 * order_user_minor, order_client_minor) with money in minor units of the store's currency. `seen` counts every request, the clicks on
 * links and tags are those that count. Whole days come from totals, however many clicks they stand for; the raw log is read for the
 * hours of partial days alone.
 */
export function activityIn({ timeZone, days, parts }: ClickRange): SQL {
  const arms = [...(days === null ? [] : [wholeDays(days)]), ...parts.map((part) => partOfDay(part, timeZone))];
  return sql`(${sql.join(arms, sql` UNION ALL `)})`;
}

/** Every day of a range, as a query of one column. */
export function daysIn({ days, parts }: ClickRange): SQL {
  const all = [...(days === null ? [] : daysOf(days)), ...parts.map(({ day }) => day)];
  return sql`SELECT unnest(${sql.param(all)}::date[])`;
}

/** The last day that is closed: what happened up to it is in `creator_days` and `link_weeks`. */
export const CLOSED_THROUGH = sql`(SELECT through FROM closed_days)`;

/**
 * What creators brought stores on the days of a range, as a query over totals `t` of which closed days have a row for each creator and the days
 * since one for each link; for columns that both have. Cost: a creator's days, however many links there are, and the links of the last few.
 * @param whose a condition over `t`: of which creators and stores
 */
export function creatorDays(columns: SQL, whose: SQL, { first, last }: Record<keyof DayRange, string | SQL>): SQL {
  const within = sql`${whose} AND t.day BETWEEN ${first}::date AND ${last}::date`;
  return sql`SELECT ${columns} FROM creator_days t WHERE ${within}
    UNION ALL SELECT ${columns} FROM link_days t WHERE ${within} AND t.day > ${CLOSED_THROUGH}`;
}

/** The same with clicks by the kind of link, of everybody. */
const wholeDays = ({ first, last }: DayRange) => sql`
  SELECT store_id, user_id, day, clicks + uncounted AS seen, clicks - tag_clicks AS link_clicks, tag_clicks, user_minor, client_minor,
    order_user_minor, order_client_minor
  FROM creator_days WHERE day BETWEEN ${first}::date AND ${last}::date
  UNION ALL
  SELECT d.store_id, d.user_id, d.day, d.clicks + d.uncounted, ${onKind('link', sql`d.clicks`)}, ${onKind('tag', sql`d.clicks`)}, d.user_minor,
    d.client_minor, d.order_user_minor, d.order_client_minor
  FROM link_days d JOIN links l ON l.id = d.link_id
  WHERE d.day BETWEEN ${first}::date AND ${last}::date AND d.day > ${CLOSED_THROUGH}`;

function onKind(kind: 'link' | 'tag', clicks: SQL): SQL {
  return sql`CASE WHEN l.kind = ${kind} THEN ${clicks} ELSE 0 END`;
}

/**
 * The raw clicks and orders of some hours. Ids of clicks sort by time, so a clock time is a bound on the id. At the day's own beginning and end
 * the bound is only a rough one and `day` decides, as it did when the click or the order was totalled: the parts of a day always add up to
 * its total, also where clocks change at midnight.
 */
function partOfDay({ day, from, until }: PartOfDay, timeZone: string): SQL {
  const lower =
    from === null ? sql`${instant(day, '00:00', timeZone)} - interval '3 hours'` : instant(day, from, timeZone);
  const upper =
    until === null ? sql`${instant(day, '24:00', timeZone)} + interval '3 hours'` : instant(day, until, timeZone);
  return sql`
  SELECT c.store_id, c.user_id, c.day, 1 AS seen, ${onKind('link', sql`(c.class = 0)::int`)} AS link_clicks,
    ${onKind('tag', sql`(c.class = 0)::int`)} AS tag_clicks, c.user_minor, c.client_minor, 0 AS order_user_minor, 0 AS order_client_minor
  FROM clicks c JOIN links l ON l.id = c.link_id
  WHERE c.day = ${day}::date AND c.id >= click_floor(${lower}) AND c.id < click_floor(${upper})
  UNION ALL
  SELECT store_id, user_id, day, 0, 0, 0, 0, 0, user_minor, client_minor
  FROM orders WHERE counts AND day = ${day}::date AND order_at >= ${lower} AND order_at < ${upper}`;
}

/**
 * `24:00` is the next day's beginning. A time that the clocks pass twice is the later one, of standard time; one that they skip is the moment
 * at which they skip it, so that what lies between two such times is nothing. (PostgreSQL reads 2:30 as if the clocks had gone on, which is
 * 3:30; clocks skip from a whole multiple of what they skip.)
 */
function instant(day: string, time: string, timeZone: string): SQL {
  const clock = sql`${`${day} ${time}`}::timestamp`;
  const read = sql`(${clock} AT TIME ZONE ${timeZone})`;
  const skipped = sql`((${read} AT TIME ZONE ${timeZone}) - ${clock})`;
  return sql`(CASE WHEN ${skipped} > interval '0' THEN ${read} - (${clock} - date_bin(${skipped}, ${clock}, date_trunc('day', ${clock})))
    ELSE ${read} END)`;
}
