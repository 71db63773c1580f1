import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { RuleRefused } from '../../platform/errors/errors.ts';
import { exchange } from '../../platform/exchange-rates/exchange.ts';
import { linkScope } from '../links/index.ts';
import { activityIn, daysIn } from './queries.ts';
import type { ClickRange } from './range.ts';

/** Maximum number of creators in one response. */
const MAX_CREATORS = 10_000;

/** Results of a creator's links in a range. */
export interface CreatorClicks {
  userId: number;
  email: string;
  /** Counted clicks on links of the kind `link`, and on those of the kind `tag`. */
  linkClicks: number;
  tagClicks: number;
  /**
   * The creator's and the agency's earnings from clicks and orders, in minor units of the currency of the creator's
   * market.
   */
  userMinor: number;
  agencyMinor: number;
  /** The creator's earnings from orders only, likewise. */
  commissionMinor: number;
  /** Both earnings in Swedish kronor, a decimal with two digits. */
  sumSek: string;
}

/**
 * Returns one record per creator in the caller's scope with a click, counted or not, or earnings in the range;
 * sorted by user id. Amounts are converted from each store's currency at the rate of the day, and rounded once at
 * the end, half away from zero.
 * @throws RuleRefused `too_many_rows` above 10,000 creators; `no_exchange_rate` for earnings in a currency without a
 * rate
 */
export async function clicksByCreator(
  ctx: Pick<Context, 'db' | 'actor'>,
  { range }: { range: ClickRange },
): Promise<CreatorClicks[]> {
  return refuseTooMany(await creatorClicks(ctx, range, linkScope(ctx.actor, sql`a.user_id`, sql`a.store_id`)));
}

function refuseTooMany(found: CreatorClicks[]): CreatorClicks[] {
  if (found.length > MAX_CREATORS) {
    throw new RuleRefused(
      'too_many_rows',
      `More than ${MAX_CREATORS} creators had clicks in this time; narrow from and to, or ask for one user.`,
    );
  }
  return found;
}

/**
 * Returns one record per creator of an agency with a click, counted or not, or earnings in the range; sorted by user
 * id.
 * @throws RuleRefused like `clicksByCreator`
 */
export async function clicksOfAgency(
  ctx: Pick<Context, 'db'>,
  { agencyId, range }: { agencyId: number; range: ClickRange },
): Promise<CreatorClicks[]> {
  const found = await creatorClicks(ctx, range, sql`a.user_id IN (SELECT id FROM users WHERE agency_id = ${agencyId})`);
  return refuseTooMany(found);
}

/**
 * Returns the record of a creator that the caller may see, as in the list; zeros without activity.
 * @throws RuleRefused `no_exchange_rate` for earnings in a currency without a rate
 */
export async function clicksOfCreator(
  ctx: Pick<Context, 'db' | 'actor'>,
  { user, range }: { user: { id: number; email: string }; range: ClickRange },
): Promise<CreatorClicks> {
  const scope = linkScope(ctx.actor, sql`a.user_id`, sql`a.store_id`);
  const [found] = await creatorClicks(ctx, range, sql`a.user_id = ${user.id} AND ${scope}`);
  const nothing = { linkClicks: 0, tagClicks: 0, userMinor: 0, agencyMinor: 0, commissionMinor: 0, sumSek: '0.00' };
  return found ?? { userId: user.id, email: user.email, ...nothing };
}

type CreatorRow = {
  user_id: number;
  email: string;
  link_clicks: number;
  tag_clicks: number;
  user_minor: number;
  agency_minor: number;
  commission_minor: number;
  sum_sek: string;
  /** `KWD to SEK`: a required conversion without a rate. */
  without_rate: string | null;
};

/**
 * `scope` is a condition over `a`, a row of activity, and restricts everything that is read. Amounts that need no
 * conversion are summed by creator and store, the others by day with the day's rate. The LEFT JOIN keeps the
 * planner's row estimate realistic. For an inner join it would expect a handful of rows and read all rates for each.
 */
async function creatorClicks({ db }: Pick<Context, 'db'>, range: ClickRange, scope: SQL): Promise<CreatorClicks[]> {
  const both = sql`(a.user_minor + a.agency_minor)`;
  const { rows } = await db.execute<CreatorRow>(sql`
    WITH activity AS MATERIALIZED (
      SELECT a.user_id, a.store_id, a.day, a.seen, a.link_clicks, a.tag_clicks, a.user_minor + a.order_user_minor AS user_minor,
        a.agency_minor + a.order_agency_minor AS agency_minor, a.order_user_minor AS commission_minor
      FROM ${activityIn(range)} a WHERE ${scope}
    ), sums AS MATERIALIZED (
      SELECT a.*, st.currency, coalesce(g.currency, 'EUR') AS market FROM (
        SELECT a.user_id, a.store_id, sum(a.seen) AS seen, sum(a.link_clicks) AS link_clicks, sum(a.tag_clicks) AS tag_clicks,
          sum(a.user_minor) AS user_minor, sum(a.agency_minor) AS agency_minor, sum(a.commission_minor) AS commission_minor
        FROM activity a GROUP BY a.user_id, a.store_id
      ) a JOIN stores st ON st.id = a.store_id JOIN users u ON u.id = a.user_id LEFT JOIN agencies c ON c.id = u.agency_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id)
    ), foreigners AS MATERIALIZED (
      SELECT user_id, store_id, currency, market FROM sums a WHERE (currency <> market OR currency <> 'SEK') AND ${both} <> 0
    ), ${exchange({
      from: sql`SELECT currency FROM foreigners`,
      to: sql`SELECT market FROM foreigners UNION SELECT 'SEK'`,
      days: daysIn(range),
    })}, converted AS (
      SELECT a.user_id, sum(a.user_minor * own.factor) AS user_minor, sum(a.agency_minor * own.factor) AS agency_minor,
        sum(a.commission_minor * own.factor) AS commission_minor, sum(${both} * sek.factor) AS ore,
        ${withoutRate('own', sql`f.market`, both)} AS without_rate, ${withoutRate('sek', sql`'SEK'`, both)} AS without_sek
      FROM activity a LEFT JOIN foreigners f ON f.user_id = a.user_id AND f.store_id = a.store_id
      LEFT JOIN exchange own ON own.source = f.currency AND own.target = f.market AND own.day = a.day
      LEFT JOIN exchange sek ON sek.source = f.currency AND sek.target = 'SEK' AND sek.day = a.day
      WHERE EXISTS (SELECT FROM foreigners) GROUP BY a.user_id
    ), creators AS (
      SELECT a.user_id, sum(a.seen) AS seen, sum(a.link_clicks)::bigint AS link_clicks, sum(a.tag_clicks)::bigint AS tag_clicks,
        sum(${both}) AS earned, sum(a.user_minor) FILTER (WHERE currency = market) AS user_minor,
        sum(a.agency_minor) FILTER (WHERE currency = market) AS agency_minor,
        sum(a.commission_minor) FILTER (WHERE currency = market) AS commission_minor, sum(${both}) FILTER (WHERE currency = 'SEK') AS ore
      FROM sums a GROUP BY a.user_id
    )
    SELECT u.id AS user_id, u.email, a.link_clicks, a.tag_clicks, ${wholeMinor('user_minor')} AS user_minor,
      ${wholeMinor('agency_minor')} AS agency_minor, ${wholeMinor('commission_minor')} AS commission_minor,
      round(${wholeMinor('ore')} / 100.0, 2)::text AS sum_sek, coalesce(c.without_rate, c.without_sek) AS without_rate
    FROM creators a JOIN users u ON u.id = a.user_id LEFT JOIN converted c ON c.user_id = a.user_id WHERE a.seen > 0 OR a.earned > 0
    ORDER BY u.id LIMIT ${MAX_CREATORS + 1}`);
  const without = rows.find((row) => row.without_rate !== null)?.without_rate;
  if (without) throw new RuleRefused('no_exchange_rate', `There is no exchange rate from ${without}.`);
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    linkClicks: row.link_clicks,
    tagClicks: row.tag_clicks,
    userMinor: row.user_minor,
    agencyMinor: row.agency_minor,
    commissionMinor: row.commission_minor,
    sumSek: row.sum_sek,
  }));
}

/**
 * Sums the earnings in the currency itself and those converted to it (no factor exists between equal currencies),
 * rounded half away from zero. Factors are truncated quotients, so that halves composed of thirds would be slightly
 * too small. Rounding at the ninth digit corrects this.
 */
const wholeMinor = (column: 'user_minor' | 'agency_minor' | 'commission_minor' | 'ore') =>
  sql`round(round(coalesce(a.${sql.raw(column)}, 0) + coalesce(c.${sql.raw(column)}, 0), 9))::bigint`;

/** `KWD to SEK` when there are earnings without a rate. */
const withoutRate = (rate: 'own' | 'sek', currency: SQL, minor: SQL) =>
  sql`min(f.currency || ' to ' || ${currency}) FILTER (WHERE f.currency <> ${currency} AND ${sql.raw(rate)}.factor IS NULL AND ${minor} <> 0)`;
