import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { type ClickFilters, clicksMatching } from './read-clicks.ts';

export type ReasonGroup =
  | 'none'
  | 'day'
  | 'source'
  | 'campaign'
  | 'link'
  | 'landing_path'
  | 'device'
  | 'country'
  | 'sub1'
  | 'sub2'
  | 'sub3'
  | 'sub4'
  | 'sub5';

/** Clicks of one class in one group. */
export interface ReasonCount {
  group: string | null;
  class: number;
  clicks: number;
}

/** Maximum number of returned rows; groups with fewer clicks are omitted. */
const MAX_ROWS = 2_000;

/**
 * The grouping of clicks. They are counted by `key`, a column of clicks, and the counts are added up by `name`, the group in the
 * reply. Looking up names for the few keys instead of the many clicks makes the count several times faster.
 */
interface Grouping {
  key: SQL;
  name: SQL;
}

const named = (key: SQL, name: SQL = sql`k.key::text`): Grouping => ({ key, name });

const GROUPINGS: Record<ReasonGroup, Grouping> = {
  none: named(sql`NULL::text`),
  day: named(sql`c.day`),
  source: named(sql`c.source`, sql`CASE k.key WHEN 1 THEN 'social' ELSE 'general' END`),
  campaign: named(sql`c.campaign_id`),
  link: named(sql`c.link_id`),
  // The path of the page that the link leads to, without host, query and fragment.
  landing_path: named(
    sql`c.link_id`,
    sql`(SELECT coalesce(nullif(substring(l.url FROM '^[a-z]+://[^/?#]*([^?#]*)'), ''), '/') FROM links l WHERE l.id = k.key)`,
  ),
  device: named(sql`c.device_country`, sql`device_of(k.key)`),
  country: named(sql`c.device_country`, sql`country_of(k.key)`),
  sub1: named(sql`s.sub1`),
  sub2: named(sql`s.sub2`),
  sub3: named(sql`s.sub3`),
  sub4: named(sql`s.sub4`),
  sub5: named(sql`s.sub5`),
};

/** Counts clicks by class, in groups. */
export async function countReasons(
  { db }: Pick<Context, 'db'>,
  filters: ClickFilters,
  group: ReasonGroup,
): Promise<ReasonCount[]> {
  const { key, name } = GROUPINGS[group];
  const subs = group.startsWith('sub') ? sql`LEFT JOIN click_subs s ON s.click_id = c.id` : sql``;
  const { rows } = await db.execute<ReasonCount & Record<string, unknown>>(sql`
    SELECT "group", class, clicks FROM (
      SELECT g."group", g.class, sum(g.clicks)::bigint AS clicks, sum(sum(g.clicks)) OVER (PARTITION BY g."group") AS of_group
      FROM (
        SELECT ${name} AS "group", k.class, k.clicks
        FROM (SELECT ${key} AS key, c.class, count(*) AS clicks FROM clicks c ${subs} WHERE ${clicksMatching(filters)} GROUP BY 1, 2) k
      ) g
      GROUP BY g."group", g.class
    ) r ORDER BY of_group DESC, "group", class LIMIT ${MAX_ROWS}`);
  return rows;
}
