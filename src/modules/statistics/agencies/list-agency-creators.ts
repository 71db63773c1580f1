import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { addMinor } from '../../../platform/money.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { clicksOfAgency } from '../clicks-by-creator.ts';
import { creatorDays } from '../queries.ts';
import type { ClickRange } from '../range.ts';

export const CREATOR_SORTS = ['name', 'clicks', 'orders', 'earnings', 'agency_earnings'] as const;
type CreatorSort = (typeof CREATOR_SORTS)[number];

/** Maximum number of an agency's creators that can be sorted. */
export const MAX_CREATORS = 10_000;

/** A creator of an agency. */
export interface CreatorOfAgency {
  id: number;
  username: string;
  name: string;
  email: string;
  isSuspended: boolean;
  /** Currency of the creator's market. */
  currency: string;
}

/** The row of a creator, by `CREATOR_COLUMNS`. */
export type CreatorRow = Omit<CreatorOfAgency, 'isSuspended'> & { suspended: boolean };

/** A creator of an agency with the results of the creator's links in a range; minor units of the creator's currency. */
export interface AgencyCreator extends CreatorOfAgency {
  clicks: number;
  orders: number;
  userMinor: number;
  agencyMinor: number;
  /** Both earnings in Swedish kronor, to compare creators of different markets. */
  sumSek: number;
}

/**
 * Lists a page of an agency's creators, including those without clicks; names break ties.
 * @throws RuleRefused `too_many_rows` above 10,000 creators; `no_exchange_rate` like the click reports
 */
export async function listAgencyCreators(
  ctx: Pick<Context, 'db'>,
  {
    agencyId,
    days,
    timeZone,
    search = '',
    sort,
  }: {
    agencyId: number;
    days: DayRange;
    timeZone: string;
    search?: string | undefined;
    sort: { column: CreatorSort; direction: 'asc' | 'desc' };
  },
  { offset, size }: PageRequest,
): Promise<Page<AgencyCreator>> {
  const range: ClickRange = { timeZone, days, parts: [] };
  const people = await readPeople(ctx, agencyId, search);
  const earned = new Map((await clicksOfAgency(ctx, { agencyId, range })).map((one) => [one.userId, one]));
  const orders = await countOrders(ctx, agencyId, days);
  const all = people.map((person): AgencyCreator => {
    const { linkClicks = 0, tagClicks = 0, userMinor = 0, agencyMinor = 0, sumSek = 0 } = earned.get(person.id) ?? {};
    const did = { clicks: linkClicks + tagClicks, orders: orders.get(person.id) ?? 0 };
    return { ...person, ...did, userMinor, agencyMinor, sumSek: Number(sumSek) };
  });
  return { items: all.sort(comparing(sort)).slice(offset, offset + size), total: all.length };
}

/** Columns over `users u`, their `agencies c` and market `store_groups g`. */
export const CREATOR_COLUMNS = sql`u.id, u.username, u.public_name AS name, u.email,
  u.suspended_at IS NOT NULL AS suspended, coalesce(g.currency, 'EUR') AS currency`;
export const CREATORS_WITH_MARKET = sql`users u JOIN agencies c ON c.id = u.agency_id
  LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, c.store_group_id)`;

async function readPeople({ db }: Pick<Context, 'db'>, agencyId: number, search: string) {
  const part = containing(search);
  const { rows } = await db.execute<CreatorRow>(sql`
    SELECT ${CREATOR_COLUMNS} FROM ${CREATORS_WITH_MARKET}
    WHERE u.agency_id = ${agencyId} AND u.erased_at IS NULL AND (${search} = '' OR u.username ILIKE ${part} OR u.email ILIKE ${part}
      OR u.display_name ILIKE ${part} OR concat_ws(' ', u.first_name, u.surname) ILIKE ${part})
    ORDER BY u.id LIMIT ${MAX_CREATORS + 1}`);
  if (rows.length > MAX_CREATORS)
    throw new RuleRefused('too_many_rows', `The agency has more than ${MAX_CREATORS} such creators; search for some.`);
  return rows.map(({ suspended, ...row }) => ({ ...row, isSuspended: suspended }));
}

/** Counts approved and pending orders by creator. */
async function countOrders(
  { db }: Pick<Context, 'db'>,
  agencyId: number,
  days: DayRange,
): Promise<Map<number, number>> {
  const theirs = sql`t.user_id IN (SELECT id FROM users WHERE agency_id = ${agencyId})`;
  const { rows } = await db.execute<{ user_id: number; orders: number }>(sql`
    SELECT user_id, sum(orders)::bigint AS orders FROM (${creatorDays(sql`t.user_id, t.orders`, theirs, days)}) d GROUP BY user_id`);
  return new Map(rows.map((row) => [row.user_id, row.orders]));
}

const FIGURES: Record<Exclude<CreatorSort, 'name'>, (creator: AgencyCreator) => number> = {
  clicks: ({ clicks }) => clicks,
  orders: ({ orders }) => orders,
  earnings: (creator) => inSek(creator, creator.userMinor),
  agency_earnings: (creator) => inSek(creator, creator.agencyMinor),
};

/** Converts a part of the earnings to Swedish kronor, because minor units of different currencies are not comparable. */
function inSek({ userMinor, agencyMinor, sumSek }: AgencyCreator, part: number): number {
  const both = addMinor(userMinor, agencyMinor);
  return both === 0 ? 0 : (sumSek * part) / both;
}

function comparing({ column, direction }: { column: CreatorSort; direction: 'asc' | 'desc' }) {
  const sign = direction === 'asc' ? 1 : -1;
  const byName = (one: AgencyCreator, other: AgencyCreator) => one.name.localeCompare(other.name) || one.id - other.id;
  if (column === 'name') return (one: AgencyCreator, other: AgencyCreator) => sign * byName(one, other);
  const figure = FIGURES[column];
  return (one: AgencyCreator, other: AgencyCreator) => sign * (figure(one) - figure(other)) || byName(one, other);
}
