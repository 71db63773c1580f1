import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { type DayRange, daysOf } from '../../../platform/day-range.ts';
import { exchange } from '../../../platform/exchange-rates/exchange.ts';
import { addMinor } from '../../../platform/money.ts';

/** What an agency's present creators and the agency have earned from clicks and orders, approved and pending; minor units. */
export interface AgencyFigures {
  /** Counted clicks. */
  clicks: number;
  orders: number;
  userMinor: number;
  agencyMinor: number;
}

/** Figures of a period in one currency. */
interface AgencyStats extends AgencyFigures {
  currency: string;
  /** Every day of the period, in order. */
  days: (AgencyFigures & { day: string })[];
}

/** Figures of two periods in one currency. */
interface AgencyMonth {
  currency: string;
  now: AgencyFigures;
  before: AgencyFigures;
  /** Every day of both periods, in order. */
  days: (AgencyFigures & { day: string })[];
  daysBefore: (AgencyFigures & { day: string })[];
}

interface Periods {
  agencyId: number;
  now: DayRange;
  /** The period for comparison, which is before the other one. */
  before: DayRange;
}

/** The earnings of a creator in two periods, in one currency. */
interface CreatorChange {
  id: number;
  name: string;
  currency: string;
  nowMinor: number;
  beforeMinor: number;
}

/** Maximum number of creators with higher and with lower earnings. */
export const MAX_CHANGES = 5;

const NOTHING: AgencyFigures = { clicks: 0, orders: 0, userMinor: 0, agencyMinor: 0 };

/** The condition that a row of a table is of one of an agency's present creators while the creator had this agency. */
export const whileOfAgency = (agencyId: number, table: SQL): SQL => sql`
  ${table}.user_id = ANY (ARRAY (SELECT id FROM users WHERE agency_id = ${agencyId} AND erased_at IS NULL)) AND ${table}.agency_id = ${agencyId}`;

/** The totals of the agency's present creators while they had this agency, as rows `d`. */
const daysOfAgency = (agencyId: number, ranges: readonly DayRange[]) => sql`
  FROM link_days d JOIN stores s ON s.id = d.store_id
  WHERE ${whileOfAgency(agencyId, sql`d`)}
    AND (${sql.join(
      ranges.map(({ first, last }) => sql`d.day BETWEEN ${first}::date AND ${last}::date`),
      sql` OR `,
    )})`;

type DayRow = AgencyFigures & { day: string; currency: string };

/** Reads the days of some ranges by currency. */
async function readDays(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
  ranges: readonly DayRange[],
): Promise<{ currency: string; daysIn: (range: DayRange) => (AgencyFigures & { day: string })[] }[]> {
  const { rows } = await db.execute<DayRow & Record<string, unknown>>(sql`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day, s.currency, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders,
      sum(d.user_minor + d.order_user_minor)::bigint AS "userMinor", sum(d.agency_minor + d.order_agency_minor)::bigint AS "agencyMinor"
    ${daysOfAgency(agencyId, ranges)} GROUP BY d.day, s.currency`);
  return [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const byDay = new Map(
      rows.filter((row) => row.currency === currency).map(({ day, currency: _, ...figures }) => [day, figures]),
    );
    return { currency, daysIn: (range) => daysOf(range).map((day) => ({ day, ...(byDay.get(day) ?? NOTHING) })) };
  });
}

/**
 * Reads what an agency and its present creators have earned, by the currency of the stores; the currency with most clicks first. Cost: in proportion to the
 * days of these creators' links.
 */
export async function readAgencyStats(
  ctx: Pick<Context, 'db'>,
  { agencyId, range }: { agencyId: number; range: DayRange },
): Promise<AgencyStats[]> {
  const stats = (await readDays(ctx, agencyId, [range])).map(({ currency, daysIn }): AgencyStats => {
    const days = daysIn(range);
    return { currency, ...days.reduce(plus, NOTHING), days };
  });
  return stats.sort((one, other) => other.clicks - one.clicks);
}

/** Counts the present creators of an agency. */
export async function countAgencyCreators({ db }: Pick<Context, 'db'>, agencyId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*) FROM users WHERE agency_id = ${agencyId} AND erased_at IS NULL`,
  );
  return rows[0]!.count;
}

/** Reads what an agency and its present creators have earned in two periods, like `readAgencyStats`. */
export async function readAgencyMonth(
  ctx: Pick<Context, 'db'>,
  { agencyId, now, before }: Periods,
): Promise<AgencyMonth[]> {
  const months = (await readDays(ctx, agencyId, [now, before])).map(({ currency, daysIn }): AgencyMonth => {
    const [days, daysBefore] = [daysIn(now), daysIn(before)];
    return { currency, now: days.reduce(plus, NOTHING), before: daysBefore.reduce(plus, NOTHING), days, daysBefore };
  });
  return months.sort((one, other) => other.now.clicks - one.now.clicks || other.before.clicks - one.before.clicks);
}

/**
 * Reads the creators whose earnings have changed most between two periods, those with higher earnings first, each by the size of the change. Changes in
 * several currencies are compared at the rates of the last day; one without a rate comes last.
 */
export async function readCreatorChanges(
  { db }: Pick<Context, 'db'>,
  periods: Periods,
): Promise<{ up: CreatorChange[]; down: CreatorChange[] }> {
  const { first, last } = periods.now;
  const earned = sql`sum(d.user_minor + d.order_user_minor)`;
  const { rows } = await db.execute<CreatorChange & Record<string, unknown>>(sql`
    WITH changes AS MATERIALIZED (
      SELECT d.user_id, s.currency, coalesce(${earned} FILTER (WHERE d.day >= ${first}::date), 0)::bigint AS now_minor,
        coalesce(${earned} FILTER (WHERE d.day < ${first}::date), 0)::bigint AS before_minor
      ${daysOfAgency(periods.agencyId, [periods.now, periods.before])} GROUP BY d.user_id, s.currency
    ), ${exchange({
      from: sql`SELECT currency FROM changes`,
      to: sql`SELECT 'EUR'::char(3)`,
      days: sql`SELECT ${last}::date`,
    })}, ranked AS (
      SELECT c.*, row_number() OVER (PARTITION BY c.now_minor > c.before_minor
        ORDER BY abs(c.now_minor - c.before_minor) * CASE c.currency WHEN 'EUR' THEN 1 ELSE e.factor END DESC NULLS LAST, c.user_id, c.currency) AS place
      FROM changes c LEFT JOIN exchange e ON e.source = c.currency AND e.target = 'EUR' WHERE c.now_minor <> c.before_minor
    )
    SELECT u.id, u.public_name AS name, r.currency, r.now_minor AS "nowMinor", r.before_minor AS "beforeMinor"
    FROM ranked r JOIN users u ON u.id = r.user_id WHERE r.place <= ${MAX_CHANGES} ORDER BY r.place`);
  const isUp = ({ nowMinor, beforeMinor }: CreatorChange) => nowMinor > beforeMinor;
  return { up: rows.filter(isUp), down: rows.filter((row) => !isUp(row)) };
}

const plus = (sum: AgencyFigures, one: AgencyFigures): AgencyFigures => ({
  clicks: sum.clicks + one.clicks,
  orders: sum.orders + one.orders,
  userMinor: addMinor(sum.userMinor, one.userMinor),
  agencyMinor: addMinor(sum.agencyMinor, one.agencyMinor),
});
