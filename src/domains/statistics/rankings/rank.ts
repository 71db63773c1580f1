import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { containing } from '../../../platform/text-search.ts';
import { CLOSED_THROUGH } from '../queries.ts';
import { joinsFor, type Order, sortedBy } from './order.ts';

/** What one creator, or one link, brought a store in a range; money in minor units of the store's currency. */
export interface Figures {
  /** Of the creator, or of the link. */
  id: number;
  userId: number;
  /** Counted clicks. */
  clicks: number;
  /** What the store pays for these clicks, and for the orders. */
  clickCostMinor: number;
  orderCostMinor: number;
  orders: number;
  orderMinor: number;
}

/** What is ranked: the creators, or the links, of a store with a click, counted or not, or an order in the range. */
export interface RankingQuestion {
  of: 'users' | 'links';
  storeId: number;
  range: DayRange;
  order: Order;
  /** Of these creators alone. */
  userIds?: readonly number[] | null | undefined;
  /** Of creators whose name has this in it. */
  username?: string | undefined;
  /** All of it unless given. */
  window?: { offset: number; limit: number } | undefined;
}

/** Figures in their order, as they were at one instant. They are kept as bytes, since an export may have very many. */
export interface Ranking {
  length: number;
  /** Some of them, from a place on. */
  take(from: number, count: number): Figures[];
}

const FIELDS = ['id', 'userId', 'clicks', 'clickCostMinor', 'orderCostMinor', 'orders', 'orderMinor'] as const;
const COLUMNS = ['id', 'user_id', 'clicks', 'click_cost_minor', 'order_cost_minor', 'orders', 'order_minor'] as const;
const FIELD_BYTES = 8;
const ROW_BYTES = FIELDS.length * FIELD_BYTES;

/** Cost: the store's days and links in the range, not their clicks or orders. */
export async function rank({ db }: Pick<Context, 'db'>, question: RankingQuestion): Promise<Ranking> {
  const { order, username, window } = question;
  const bytes = sql.raw(COLUMNS.map((column) => `int8send(r.${column})`).join(' || '));
  const { rows } = await db.execute<{ ranking: Buffer | null }>(sql`
    SELECT string_agg(${bytes}, ''::bytea ORDER BY r.place) AS ranking FROM (
      SELECT f.*, row_number() OVER (ORDER BY ${sortedBy(order)}) AS place
      FROM (${figures(question)}) f JOIN users u ON u.id = f.user_id ${joinsFor(order)}
      ${username === undefined ? sql`` : sql`WHERE u.username ILIKE ${containing(username)}`}
      ORDER BY place ${window === undefined ? sql`` : sql`LIMIT ${window.limit} OFFSET ${window.offset}`}
    ) r`);
  return rankingOf(rows[0]!.ranking ?? Buffer.alloc(0));
}

function figures(question: RankingQuestion): SQL {
  return sql`
    SELECT d.id, min(d.user_id) AS user_id, sum(d.clicks)::bigint AS clicks, sum(d.cost_minor)::bigint AS click_cost_minor,
      sum(d.order_cost_minor)::bigint AS order_cost_minor, sum(d.orders)::bigint AS orders, sum(d.order_minor)::bigint AS order_minor
    FROM (${question.of === 'users' ? daysOfUsers(question) : daysOfLinks(question)}) d
    GROUP BY d.id HAVING sum(d.clicks + d.uncounted + d.orders) > 0`;
}

const SUMS = sql`t.clicks, t.uncounted, t.cost_minor, t.order_cost_minor, t.orders, t.order_minor`;

/** Closed days have a row for each creator; the days since, one for each link. */
function daysOfUsers(question: RankingQuestion): SQL {
  const { first, last } = question.range;
  return sql`
    SELECT t.user_id AS id, t.user_id, ${SUMS} FROM creator_days t WHERE ${within(question)} AND t.day BETWEEN ${first}::date AND ${last}::date
    UNION ALL
    SELECT t.user_id, t.user_id, ${SUMS} FROM link_days t
    WHERE ${within(question)} AND t.day BETWEEN ${first}::date AND ${last}::date AND t.day > ${CLOSED_THROUGH}`;
}

/** Whole weeks that are closed have a row for each link; what lies before and behind them, one for each day. */
function daysOfLinks(question: RankingQuestion): SQL {
  const { first, last } = question.range;
  const [monday, sunday] = [mondayFrom(first), addDays(mondayFrom(addDays(last, -5)), -1)];
  const before = addDays(monday, -1);
  const days = sql`SELECT t.link_id, t.user_id, ${SUMS} FROM link_days t WHERE ${within(question)}`;
  return sql`
    SELECT t.link_id AS id, t.user_id, ${SUMS} FROM link_weeks t
    WHERE ${within(question)} AND t.week >= ${monday}::date AND t.week < ${sunday}::date
    UNION ALL ${days} AND t.day BETWEEN ${first}::date AND least(${before}::date, ${last}::date)
    UNION ALL ${days} AND t.day > greatest(${before}::date, least(${sunday}::date, sunday_until(${CLOSED_THROUGH}))) AND t.day <= ${last}::date`;
}

/** The first Monday that is not before the day. */
function mondayFrom(day: string): string {
  return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
}

/** A condition over totals `t`: whose they are. */
function within({ storeId, userIds = null }: RankingQuestion): SQL {
  if (userIds === null) return sql`t.store_id = ${storeId}`;
  return sql`t.store_id = ${storeId} AND t.user_id = ANY (${sql.param([...userIds])}::bigint[])`;
}

function rankingOf(bytes: Buffer): Ranking {
  const length = bytes.length / ROW_BYTES;
  return {
    length,
    take: (from, count) =>
      Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, index) =>
        figuresAt(bytes, (from + index) * ROW_BYTES),
      ),
  };
}

function figuresAt(bytes: Buffer, offset: number): Figures {
  const value = (field: (typeof FIELDS)[number]) => {
    const found = Number(bytes.readBigInt64BE(offset + FIELDS.indexOf(field) * FIELD_BYTES));
    if (!Number.isSafeInteger(found)) throw new RangeError(`${field} is out of the safe range`);
    return found;
  };
  return {
    id: value('id'),
    userId: value('userId'),
    clicks: value('clicks'),
    clickCostMinor: value('clickCostMinor'),
    orderCostMinor: value('orderCostMinor'),
    orders: value('orders'),
    orderMinor: value('orderMinor'),
  };
}
