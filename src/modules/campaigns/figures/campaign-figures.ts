import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { addMinor } from '../../../platform/money.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';

/** Traffic of a campaign's links; money in minor units of the store's currency. */
export interface CampaignTraffic {
  /** Counted clicks. */
  clicks: number;
  /** Counted clicks from social networks. */
  socialClicks: number;
  /** The store's cost for clicks and orders. */
  costMinor: number;
  /** The creators' share of the cost. */
  earningsMinor: number;
  orders: number;
  orderMinor: number;
}

export interface CampaignFigures extends CampaignTraffic {
  /** Days with traffic, in order. */
  days: (CampaignTraffic & { day: string })[];
  /** Current number of participants by status; statuses without participants are absent. */
  participants: ReadonlyMap<ParticipantStatus, number>;
  /** What was sent to participants in these days: a cost of the store beside the others, which nobody invoices. */
  gifts: { sent: number; valueMinor: number };
}

/**
 * Reads a campaign's figures in a range of days. Cost: in proportion to the days of its links in the range, not to
 * their clicks.
 * @param timeZone IANA name of the days' time zone
 */
export async function campaignFigures(
  { db }: Pick<Context, 'db'>,
  { campaignId, range, timeZone }: { campaignId: number; range: DayRange; timeZone: string },
): Promise<CampaignFigures> {
  const { rows } = await db.execute<TrafficRow>(sql`
    SELECT day, sum(clicks)::bigint AS clicks, sum(social_clicks)::bigint AS social_clicks,
      sum(cost_minor + order_cost_minor)::bigint AS cost_minor, sum(user_minor + order_user_minor)::bigint AS user_minor,
      sum(orders)::bigint AS orders, sum(order_minor)::bigint AS order_minor
    FROM link_days WHERE ${campaignDays(campaignId, range)}
    GROUP BY day ORDER BY day`);
  const counted = await db.execute<{ status: ParticipantStatus; count: number }>(
    sql`SELECT status, count(*) AS count FROM participants WHERE campaign_id = ${campaignId} GROUP BY status`,
  );
  const { rows: gifts } = await db.execute<{ sent: number; value_minor: number }>(sql`
    SELECT count(*) AS sent, coalesce(sum(x.value_minor), 0)::bigint AS value_minor FROM participants p JOIN participant_gifts x ON x.participant_id = p.id
    WHERE p.campaign_id = ${campaignId} AND (x.sent_at AT TIME ZONE ${timeZone})::date BETWEEN ${range.first}::date AND ${range.last}::date`);
  const days = rows.map(trafficOf);
  return {
    ...days.reduce(plus, NOTHING),
    days,
    gifts: { sent: gifts[0]!.sent, valueMinor: gifts[0]!.value_minor },
    participants: new Map(counted.rows.map(({ status, count }) => [status, count])),
  };
}

/**
 * The rows of `link_days` of a campaign in a range of days. The index is partial (`offer_id <> 0`), and repeating its
 * condition here lets every plan use it.
 */
export function campaignDays(campaignId: number, { first, last }: DayRange): SQL {
  return sql`campaign_id = ${campaignId} AND campaign_id <> 0 AND day BETWEEN ${first}::date AND ${last}::date`;
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

const NOTHING: CampaignTraffic = {
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

const plus = (sum: CampaignTraffic, one: CampaignTraffic): CampaignTraffic => ({
  clicks: sum.clicks + one.clicks,
  socialClicks: sum.socialClicks + one.socialClicks,
  costMinor: addMinor(sum.costMinor, one.costMinor),
  earningsMinor: addMinor(sum.earningsMinor, one.earningsMinor),
  orders: sum.orders + one.orders,
  orderMinor: addMinor(sum.orderMinor, one.orderMinor),
});
