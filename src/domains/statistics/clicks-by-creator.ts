import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { RuleRefused } from '../../platform/errors/errors.ts';
import { exchange } from '../../platform/exchange-rates/exchange.ts';
import { linkScope } from '../links/index.ts';
import { activityIn, daysIn } from './queries.ts';
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
 * `scope` is a condition over `a`, a row of activity; nothing outside of it is ever looked at. Each row is converted with the rate of its day.
 * The planner expects no fewer rows of a LEFT JOIN than there are; of a plain one it would expect a handful, and read all rates for every row.
 */
async function creatorClicks({ db }: Pick<Context, 'db'>, range: ClickRange, scope: SQL): Promise<CreatorClicks[]> {
  const user = sql`a.user_minor + a.order_user_minor`;
  const client = sql`a.client_minor + a.order_client_minor`;
  const both = sql`${user} + ${client}`;
  const { rows } = await db.execute<CreatorRow>(sql`
    WITH activity AS MATERIALIZED (
      SELECT a.* FROM ${activityIn(range)} a WHERE ${scope}
    ), markets AS MATERIALIZED (
      SELECT u.id AS user_id, coalesce(g.currency, 'EUR') AS market FROM users u LEFT JOIN clients c ON c.id = u.client_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id) WHERE u.id IN (SELECT user_id FROM activity)
    ), ${exchange({
      from: sql`SELECT currency FROM stores WHERE id IN (SELECT store_id FROM activity)`,
      to: sql`SELECT market FROM markets UNION SELECT 'SEK'`,
      days: daysIn(range),
    })}, creators AS (
      SELECT a.user_id, sum(a.seen) AS seen, sum(a.link_clicks)::bigint AS link_clicks, sum(a.tag_clicks)::bigint AS tag_clicks,
        ${inCurrency('own', sql`m.market`, user)} AS user_minor, ${inCurrency('own', sql`m.market`, client)} AS client_minor,
        ${inCurrency('own', sql`m.market`, sql`a.order_user_minor`)} AS commission_minor,
        ${inCurrency('sek', sql`'SEK'`, both)} AS ore, count(*) FILTER (WHERE ${both} <> 0) AS earnings,
        ${withoutRate('own', sql`m.market`, both)} AS without_rate, ${withoutRate('sek', sql`'SEK'`, both)} AS without_sek
      FROM activity a LEFT JOIN stores s ON s.id = a.store_id LEFT JOIN markets m ON m.user_id = a.user_id
      LEFT JOIN exchange own ON own.source = s.currency AND own.target = m.market AND own.day = a.day
      LEFT JOIN exchange sek ON sek.source = s.currency AND sek.target = 'SEK' AND sek.day = a.day
      GROUP BY a.user_id
    )
    SELECT u.id AS user_id, u.email, c.link_clicks, c.tag_clicks, c.user_minor, c.client_minor, c.commission_minor,
      round(c.ore / 100.0, 2)::text AS sum_sek, coalesce(c.without_rate, c.without_sek) AS without_rate
    FROM creators c JOIN users u ON u.id = c.user_id WHERE c.seen > 0 OR c.earnings > 0
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

/**
 * The sum of an expression over `a` in a currency, in whole minor units, rounded half away from zero: what needs no conversion, and what was
 * converted, since there is no factor between equal currencies. Factors are quotients and cut off somewhere, so that halves which add up
 * from thirds would come out a hair below: the ninth digit takes that back.
 */
const inCurrency = (rate: 'own' | 'sek', currency: SQL, minor: SQL) =>
  sql`round(round(coalesce(sum(${minor}) FILTER (WHERE s.currency = ${currency}), 0)
    + coalesce(sum((${minor}) * ${sql.raw(rate)}.factor), 0), 9))::bigint`;

/** `KWD to SEK`, when something was earned that there is no rate for. */
const withoutRate = (rate: 'own' | 'sek', currency: SQL, minor: SQL) =>
  sql`min(s.currency || ' to ' || ${currency}) FILTER (WHERE s.currency <> ${currency} AND ${sql.raw(rate)}.factor IS NULL AND ${minor} <> 0)`;
