import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { RuleRefused } from '../../platform/errors/errors.ts';
import { exchange } from '../../platform/exchange-rates/exchange.ts';
import { linkScope } from '../links/index.ts';
import { activityIn } from './queries.ts';
import type { ClickRange } from './range.ts';

/** Most creators that one answer lists. */
const MOST_CREATORS = 10_000;

/** What one creator's links did in a range. */
export interface CreatorClicks {
  userId: number;
  email: string;
  /** Counted clicks on links of the kind `link`, and of the kind `tag`. */
  linkClicks: number;
  tagClicks: number;
  /** The creator's and the client's part of clicks and orders, in minor units of the currency of the creator's market. */
  userMinor: number;
  clientMinor: number;
  /** The creator's part of orders alone, likewise. */
  commissionMinor: number;
  /** Both parts together in Swedish kronor, a decimal with two digits. */
  sumSek: string;
}

/**
 * One record for each creator in the caller's scope who had a click, counted or not, or an earning in the range; by user id.
 * Sums are converted from each store's currency at the rate of the day, and rounded once, at the end, half away from zero.
 * @throws RuleRefused `too_many_rows` beyond 10,000 creators; `no_exchange_rate` when something was earned in a currency without one.
 */
export async function clicksByCreator(
  ctx: Pick<Context, 'db' | 'actor'>,
  { range }: { range: ClickRange },
): Promise<CreatorClicks[]> {
  const found = await creatorClicks(ctx, range, linkScope(ctx.actor, sql`a.user_id`, sql`a.store_id`));
  if (found.length > MOST_CREATORS) {
    throw new RuleRefused(
      'too_many_rows',
      `More than ${MOST_CREATORS} creators had clicks in this time; narrow from and to, or ask for one user.`,
    );
  }
  return found;
}

/**
 * The record of one creator whom the caller may see, on all stores; zeros when there was nothing in the range.
 * @throws RuleRefused `no_exchange_rate` when something was earned in a currency without one.
 */
export async function clicksOfCreator(
  ctx: Pick<Context, 'db'>,
  { user, range }: { user: { id: number; email: string }; range: ClickRange },
): Promise<CreatorClicks> {
  const [found] = await creatorClicks(ctx, range, sql`a.user_id = ${user.id}`);
  const nothing = { linkClicks: 0, tagClicks: 0, userMinor: 0, clientMinor: 0, commissionMinor: 0, sumSek: '0.00' };
  return found ?? { userId: user.id, email: user.email, ...nothing };
}

type CreatorRow = {
  user_id: number;
  email: string;
  link_clicks: number;
  tag_clicks: number;
  user_minor: number;
  client_minor: number;
  commission_minor: number;
  sum_sek: string;
  /** `KWD to SEK`: two currencies that something has to be converted between, without a rate. */
  without_rate: string | null;
};

/**
 * `scope` is a condition over `a`, a row of activity; nothing outside of it is ever looked at. Activity is added up by creator, store and
 * day, and these sums are converted, each with the rate of its day.
 */
async function creatorClicks({ db }: Pick<Context, 'db'>, range: ClickRange, scope: SQL): Promise<CreatorClicks[]> {
  const { rows } = await db.execute<CreatorRow>(sql`
    WITH sums AS MATERIALIZED (
      SELECT a.user_id, a.store_id, a.day, sum(a.seen)::bigint AS seen,
        sum(a.link_clicks)::bigint AS link_clicks, sum(a.tag_clicks)::bigint AS tag_clicks,
        sum(a.user_minor + a.order_user_minor)::bigint AS user_minor,
        sum(a.client_minor + a.order_client_minor)::bigint AS client_minor, sum(a.order_user_minor)::bigint AS commission_minor
      FROM ${activityIn(range)} a WHERE ${scope} GROUP BY 1, 2, 3
    ), creators AS MATERIALIZED (
      SELECT u.id, u.email, coalesce(g.currency, 'EUR') AS market, clicked.* FROM (
        SELECT s.user_id, sum(s.seen) AS seen, sum(s.link_clicks) AS link_clicks, sum(s.tag_clicks) AS tag_clicks
        FROM sums s GROUP BY s.user_id
      ) clicked JOIN users u ON u.id = clicked.user_id LEFT JOIN clients c ON c.id = u.client_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id)
    ), earned AS MATERIALIZED (
      SELECT s.user_id, s.day, s.user_minor, s.client_minor, s.commission_minor, st.currency, u.market
      FROM sums s JOIN stores st ON st.id = s.store_id JOIN creators u ON u.id = s.user_id
      WHERE s.user_minor <> 0 OR s.client_minor <> 0
    ), ${exchange({
      from: sql`SELECT currency FROM earned`,
      to: sql`SELECT market FROM earned UNION SELECT 'SEK'`,
      days: sql`SELECT day FROM earned`,
    })}, converted AS (
      SELECT e.user_id,
        ${wholeMinor(sql`e.user_minor * ${factor('own', sql`e.market`)}`)} AS user_minor,
        ${wholeMinor(sql`e.client_minor * ${factor('own', sql`e.market`)}`)} AS client_minor,
        ${wholeMinor(sql`e.commission_minor * ${factor('own', sql`e.market`)}`)} AS commission_minor,
        ${wholeMinor(sql`(e.user_minor + e.client_minor) * ${factor('sek', sql`'SEK'`)}`)} AS ore,
        min(e.currency || ' to ' || e.market) FILTER (WHERE ${factor('own', sql`e.market`)} IS NULL) AS without_rate,
        min(e.currency || ' to SEK') FILTER (WHERE ${factor('sek', sql`'SEK'`)} IS NULL) AS without_sek
      FROM earned e LEFT JOIN exchange own ON own.source = e.currency AND own.target = e.market AND own.day = e.day
      LEFT JOIN exchange sek ON sek.source = e.currency AND sek.target = 'SEK' AND sek.day = e.day
      GROUP BY e.user_id
    )
    SELECT u.id AS user_id, u.email, coalesce(u.link_clicks, 0)::bigint AS link_clicks, coalesce(u.tag_clicks, 0)::bigint AS tag_clicks,
      coalesce(m.user_minor, 0) AS user_minor, coalesce(m.client_minor, 0) AS client_minor,
      coalesce(m.commission_minor, 0) AS commission_minor, round(coalesce(m.ore, 0) / 100.0, 2)::text AS sum_sek,
      coalesce(m.without_rate, m.without_sek) AS without_rate
    FROM creators u LEFT JOIN converted m ON m.user_id = u.id WHERE u.seen > 0 OR m.user_id IS NOT NULL
    ORDER BY u.id LIMIT ${MOST_CREATORS + 1}`);
  const without = rows.find((row) => row.without_rate !== null)?.without_rate;
  if (without) throw new RuleRefused('no_exchange_rate', `There is no exchange rate from ${without}.`);
  return rows.map((row) => ({
    userId: row.user_id,
    email: row.email,
    linkClicks: row.link_clicks,
    tagClicks: row.tag_clicks,
    userMinor: row.user_minor,
    clientMinor: row.client_minor,
    commissionMinor: row.commission_minor,
    sumSek: row.sum_sek,
  }));
}

/** What an amount of `e` is multiplied with: one where there is nothing to convert, null where there is no rate. */
const factor = (rate: 'own' | 'sek', currency: SQL) =>
  sql`CASE WHEN e.currency = ${currency} THEN 1 ELSE ${sql.raw(rate)}.factor END`;

/**
 * Sums an expression of minor units, rounded half away from zero. Factors are quotients and cut off somewhere, so that halves which add up
 * from thirds would come out a hair below: the ninth digit takes that back.
 */
const wholeMinor = (minor: SQL) => sql`round(round(sum(${minor}), 9))::bigint`;
