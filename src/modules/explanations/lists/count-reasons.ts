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

/** Rows that are returned; groups with fewer clicks are left out. */
const MAX_ROWS = 2_000;

const GROUPED: Record<ReasonGroup, SQL> = {
  none: sql`NULL::text`,
  day: sql`c.day::text`,
  source: sql`CASE c.source WHEN 1 THEN 'social' ELSE 'general' END`,
  campaign: sql`c.campaign_id::text`,
  link: sql`c.link_id::text`,
  // The path of the page that the link leads to, without host, query and fragment.
  landing_path: sql`coalesce(nullif(substring(l.url FROM '^[a-z]+://[^/?#]*([^?#]*)'), ''), '/')`,
  device: sql`device_of(c.device_country)`,
  country: sql`country_of(c.device_country)`,
  sub1: sql`s.sub1`,
  sub2: sql`s.sub2`,
  sub3: sql`s.sub3`,
  sub4: sql`s.sub4`,
  sub5: sql`s.sub5`,
};

/** Counts clicks by the reason why they count or do not, in groups. */
export async function countReasons(
  { db }: Pick<Context, 'db'>,
  filters: ClickFilters,
  group: ReasonGroup,
): Promise<ReasonCount[]> {
  const links = group === 'landing_path' ? sql`JOIN links l ON l.id = c.link_id` : sql``;
  const subs = group.startsWith('sub') ? sql`LEFT JOIN click_subs s ON s.click_id = c.id` : sql``;
  const { rows } = await db.execute<ReasonCount & Record<string, unknown>>(sql`
    SELECT "group", class, clicks FROM (
      SELECT g."group", g.class, count(*) AS clicks, sum(count(*)) OVER (PARTITION BY g."group") AS of_group
      FROM (SELECT ${GROUPED[group]} AS "group", c.class FROM clicks c ${links} ${subs} WHERE ${clicksMatching(filters)}) g
      GROUP BY g."group", g.class
    ) r ORDER BY of_group DESC, "group", class LIMIT ${MAX_ROWS}`);
  return rows;
}
