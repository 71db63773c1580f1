import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { ParticipantStatus } from '../participants/moves.ts';

/** What an offer's links did; money in minor units of the store's currency. */
export interface OfferTraffic {
  /** Counted clicks. */
  clicks: number;
  /** Those of them that came from a social network. */
  socialClicks: number;
  /** What the store pays, for clicks and orders. */
  costMinor: number;
  /** The creators' part of it. */
  earningsMinor: number;
  orders: number;
  orderMinor: number;
}

export interface OfferFigures extends OfferTraffic {
  /** Days on which there was something, in order. */
  days: (OfferTraffic & { day: string })[];
  /** How many participants there are now, by status; a status that nobody has is missing. */
  participants: ReadonlyMap<ParticipantStatus, number>;
}

/** An offer's figures in a range of days. Cost: its links' days in that range, not their clicks. */
export async function offerFigures(
  { db }: Pick<Context, 'db'>,
  { offerId, range }: { offerId: number; range: DayRange },
): Promise<OfferFigures> {
  const { rows } = await db.execute<TrafficRow>(sql`
    SELECT day, sum(clicks)::bigint AS clicks, sum(social_clicks)::bigint AS social_clicks,
      sum(cost_minor + order_cost_minor)::bigint AS cost_minor, sum(user_minor + order_user_minor)::bigint AS user_minor,
      sum(orders)::bigint AS orders, sum(order_minor)::bigint AS order_minor
    FROM link_days WHERE ${offerDays(offerId, range)}
    GROUP BY day ORDER BY day`);
  const counted = await db.execute<{ status: ParticipantStatus; count: number }>(
    sql`SELECT status, count(*) AS count FROM participants WHERE offer_id = ${offerId} GROUP BY status`,
  );
  const days = rows.map(trafficOf);
  return {
    ...days.reduce(plus, NOTHING),
    days,
    participants: new Map(counted.rows.map(({ status, count }) => [status, count])),
  };
}

/** The rows of `link_days` that an offer has in some days. That it is not 0 is what their index is over; said here, any plan may use it. */
export function offerDays(offerId: number, { first, last }: DayRange): SQL {
  return sql`offer_id = ${offerId} AND offer_id <> 0 AND day BETWEEN ${first}::date AND ${last}::date`;
}

type TrafficRow = {
  day: string;
  clicks: number;
  social_clicks: number;
  cost_minor: number;
  user_minor: number;
  orders: number;
  order_minor: number;
};

const NOTHING: OfferTraffic = {
  clicks: 0,
  socialClicks: 0,
  costMinor: 0,
  earningsMinor: 0,
  orders: 0,
  orderMinor: 0,
};

const trafficOf = (row: TrafficRow) => ({
  day: row.day,
  clicks: row.clicks,
  socialClicks: row.social_clicks,
  costMinor: row.cost_minor,
  earningsMinor: row.user_minor,
  orders: row.orders,
  orderMinor: row.order_minor,
});

const plus = (sum: OfferTraffic, one: OfferTraffic): OfferTraffic => ({
  clicks: sum.clicks + one.clicks,
  socialClicks: sum.socialClicks + one.socialClicks,
  costMinor: sum.costMinor + one.costMinor,
  earningsMinor: sum.earningsMinor + one.earningsMinor,
  orders: sum.orders + one.orders,
  orderMinor: sum.orderMinor + one.orderMinor,
});
