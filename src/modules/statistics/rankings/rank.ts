import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { AmountTooLarge } from '../../../platform/errors/errors.ts';
import { containing } from '../../../platform/text-search.ts';
import { CLOSED_THROUGH, creatorDays } from '../queries.ts';
import { joinsFor, type Order, sortedBy } from './order.ts';

/** Results of one creator or link for a store in a range; minor units of the store's currency. */
export interface Figures {
  /** Id of the creator or link. */
  id: number;
  userId: number;
  /** Counted clicks. */
  clicks: number;
  /** The store's cost for these clicks and for the orders. */
  clickCostMinor: number;
  orderCostMinor: number;
  orders: number;
  orderMinor: number;
}

/** Selects the creators or links of a store with a click, counted or not, or an order in the range. */
export interface RankingQuestion {
  of: 'users' | 'links';
  storeId: number;
  range: DayRange;
  order: Order;
  /** Only these creators. */
  userIds?: readonly number[] | null | undefined;
  /** Creators whose name contains this. */
  username?: string | undefined;
  /** Creators whose name, or links whose title, contains this. */
  text?: string | undefined;
  /** Only these links; for links. */
  linkIds?: readonly number[] | null | undefined;
  /** All rows by default. */
  window?: { offset: number; limit: number } | undefined;
}

/** Sorted figures of one instant. They are stored as bytes, because an export may have very many. */
export interface Ranking {
  length: number;
  /** Returns `count` of them from an offset on. */
  take(from: number, count: number): Figures[];
}

/** In the order of a row's bytes. */
const COLUMNS = ['id', 'user_id', 'clicks', 'click_cost_minor', 'order_cost_minor', 'orders', 'order_minor'] as const;
const ROW_BYTES = COLUMNS.length * 8;
/**
 * Number of rows in one value. A million rows in one value would block the event loop and need several times their
 * memory while being parsed.
 */
const PART = 1_000;

/** Cost: in proportion to the store's days and links in the range, not to their clicks or orders. */
export async function rank({ db }: Pick<Context, 'db'>, question: RankingQuestion): Promise<Ranking> {
  const { order, username, text, window } = question;
  const joins = joinsFor(order, { isByName: username !== undefined || text !== undefined });
  const bytes = sql.raw(COLUMNS.map((column) => `int8send(r.${column})`).join(' || '));
  const { rows } = await db.execute<{ part: Buffer; nth: number }>(sql`
    SELECT (r.place - 1 - ${window?.offset ?? 0}::int) / ${PART}::int AS nth, string_agg(${bytes}, ''::bytea ORDER BY r.place) AS part FROM (
      SELECT f.*, row_number() OVER (ORDER BY ${sortedBy(order)}) AS place
      FROM (${figures(question)}) f ${joins}
      ${named(question)}
      ORDER BY place ${window === undefined ? sql`` : sql`LIMIT ${window.limit} OFFSET ${window.offset}`}
    ) r GROUP BY nth ORDER BY nth`);
  return rankingOf(rows.map(({ part }) => part));
}

/** Restricts the rows to matching names. */
function named({ of, username, text }: RankingQuestion): SQL {
  if (username !== undefined) return sql`WHERE u.username ILIKE ${containing(username)}`;
  if (text === undefined) return sql``;
  const byName = sql`WHERE (u.username ILIKE ${containing(text)} OR u.public_name ILIKE ${containing(text)}`;
  if (of === 'users') return sql`${byName})`;
  return sql`${byName} OR EXISTS (SELECT FROM links t WHERE t.id = f.id AND t.title ILIKE ${containing(text)}))`;
}

function figures(question: RankingQuestion): SQL {
  return sql`
    SELECT d.id, min(d.user_id) AS user_id, sum(d.clicks)::bigint AS clicks, sum(d.cost_minor)::bigint AS click_cost_minor,
      sum(d.order_cost_minor)::bigint AS order_cost_minor, sum(d.orders)::bigint AS orders, sum(d.order_minor)::bigint AS order_minor
    FROM (${question.of === 'users' ? creatorDays(OF_USERS, within(question), question.range) : daysOfLinks(question)}) d
    GROUP BY d.id HAVING sum(d.clicks + d.uncounted + d.orders) > 0`;
}

/** In the order of their first occurrence in `figures`; otherwise PostgreSQL rearranges every row. */
const SUMS = sql`t.clicks, t.cost_minor, t.order_cost_minor, t.orders, t.order_minor, t.uncounted`;
const OF_USERS = sql`t.user_id AS id, t.user_id, ${SUMS}`;

/**
 * Closed whole weeks have one row per link; the days before and after them have one row per day. Both ends are in
 * one condition, so that PostgreSQL reads each page of days once. Using ranges keeps the planner's row estimate low.
 * A high estimate would start parallel workers, which takes longer than the query.
 */
function daysOfLinks(question: RankingQuestion): SQL {
  const { first, last } = question.range;
  const [monday, sunday] = [mondayFrom(first), addDays(mondayFrom(addDays(last, -5)), -1)];
  const before = addDays(monday, -1);
  return sql`
    SELECT t.link_id AS id, t.user_id, ${SUMS} FROM link_weeks t
    WHERE ${within(question)} AND t.week >= ${monday}::date AND t.week < ${sunday}::date
    UNION ALL
    SELECT t.link_id, t.user_id, ${SUMS} FROM link_days t
    WHERE ${within(question)} AND (t.day BETWEEN ${first}::date AND least(${before}::date, ${last}::date)
      OR t.day > greatest(${before}::date, least(${sunday}::date, sunday_until(${CLOSED_THROUGH}))) AND t.day <= ${last}::date)`;
}

/** Returns the first Monday on or after the day. */
function mondayFrom(day: string): string {
  return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7);
}

/** Condition over totals `t` for the selected creators and links. */
function within({ of, storeId, userIds = null, linkIds = null }: RankingQuestion): SQL {
  const all = [sql`t.store_id = ${storeId}`];
  if (userIds !== null) all.push(sql`t.user_id = ANY (${sql.param([...userIds])}::bigint[])`);
  if (linkIds !== null && of === 'links') all.push(sql`t.link_id = ANY (${sql.param([...linkIds])}::bigint[])`);
  return sql.join(all, sql` AND `);
}

/** @param parts chunks of the list; all except the last one are full */
function rankingOf(parts: readonly Buffer[]): Ranking {
  const length = parts.reduce((sum, part) => sum + part.length, 0) / ROW_BYTES;
  const at = (index: number) => figuresAt(parts[Math.floor(index / PART)]!, (index % PART) * ROW_BYTES);
  return {
    length,
    take: (from, count) =>
      Array.from({ length: Math.max(0, Math.min(count, length - from)) }, (_, index) => at(from + index)),
  };
}

function figuresAt(bytes: Buffer, offset: number): Figures {
  return {
    id: wholeAt(bytes, offset),
    userId: wholeAt(bytes, offset + 8),
    clicks: wholeAt(bytes, offset + 16),
    clickCostMinor: wholeAt(bytes, offset + 24),
    orderCostMinor: wholeAt(bytes, offset + 32),
    orders: wholeAt(bytes, offset + 40),
    orderMinor: wholeAt(bytes, offset + 48),
  };
}

/** Reads eight bytes as a number without an intermediate BigInt, because there are thousands of values. */
function wholeAt(bytes: Buffer, offset: number): number {
  const found = bytes.readInt32BE(offset) * 2 ** 32 + bytes.readUInt32BE(offset + 4);
  if (!Number.isSafeInteger(found)) throw new AmountTooLarge();
  return found;
}
