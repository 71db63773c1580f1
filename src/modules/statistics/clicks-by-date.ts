import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { RuleRefused } from '../../platform/errors/errors.ts';
import { linkScope } from '../links/index.ts';
import { activityIn } from './queries.ts';
import type { ClickRange } from './range.ts';

/** Maximum number of days over all creators in one response. */
const MAX_DAY_ROWS = 10_000;

/** Counted clicks of a creator's links on one day. */
export interface CreatorDay {
  userId: number;
  email: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** Counted clicks on links of the kind `link`, and on those of the kind `tag`. */
  linkClicks: number;
  tagClicks: number;
}

/**
 * Returns the days with a click, counted or not, of each creator in the caller's scope; sorted by user id and day.
 * Days without clicks are omitted, so the size depends on the traffic and not on the range.
 * @throws RuleRefused `too_many_rows` above 10,000 pairs of creator and day
 */
export async function clicksByDate(
  ctx: Pick<Context, 'db' | 'actor'>,
  { range }: { range: ClickRange },
): Promise<CreatorDay[]> {
  const found = await creatorDays(ctx, range, linkScope(ctx.actor, sql`a.user_id`, sql`a.store_id`));
  if (found.length > MAX_DAY_ROWS) {
    throw new RuleRefused(
      'too_many_rows',
      `There are more than ${MAX_DAY_ROWS} rows, one for each creator and day; narrow from and to, or name a user (/clicks/by-date/{user_id}).`,
    );
  }
  return found;
}

/** Returns the same for one creator that the caller may see. */
export function clicksByDateOfCreator(
  ctx: Pick<Context, 'db' | 'actor'>,
  { userId, range }: { userId: number; range: ClickRange },
): Promise<CreatorDay[]> {
  const scope = linkScope(ctx.actor, sql`a.user_id`, sql`a.store_id`);
  return creatorDays(ctx, range, sql`a.user_id = ${userId} AND ${scope}`);
}

type DayRow = { user_id: number; email: string; day: string; link_clicks: number; tag_clicks: number };

/** `scope` is a condition over `a`, a row of activity, and restricts everything that is read. */
async function creatorDays({ db }: Pick<Context, 'db'>, range: ClickRange, scope: SQL): Promise<CreatorDay[]> {
  const { rows } = await db.execute<DayRow>(sql`
    SELECT d.user_id, u.email, d.day, d.link_clicks, d.tag_clicks FROM (
      SELECT a.user_id, a.day,
        sum(a.link_clicks)::bigint AS link_clicks, sum(a.tag_clicks)::bigint AS tag_clicks
      FROM ${activityIn(range)} a
      WHERE ${scope} GROUP BY 1, 2 HAVING sum(a.seen) > 0
      ORDER BY 1, 2 LIMIT ${MAX_DAY_ROWS + 1}
    ) d JOIN users u ON u.id = d.user_id ORDER BY d.user_id, d.day`);
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    day: row.day,
    linkClicks: row.link_clicks,
    tagClicks: row.tag_clicks,
  }));
}
