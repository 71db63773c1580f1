import type { DayRange } from '../../../platform/day-range.ts';
import { PARTICIPANT_STATUSES } from '../participants/transitions.ts';
import type { CampaignFacts } from '../policy.ts';
import type { CampaignFigures, CampaignTraffic } from './campaign-figures.ts';
import type { ParticipantFigures } from './participant-figures.ts';

export function presentCampaignFigures(
  { id, currency }: Pick<CampaignFacts, 'id' | 'currency'>,
  { first, last }: DayRange,
  figures: CampaignFigures,
) {
  return {
    offer_id: id,
    start_date: first,
    end_date: last,
    currency,
    ...presentTraffic(figures),
    gifts: { sent: figures.gifts.sent, value: { minor: figures.gifts.valueMinor, currency } },
    participants: Object.fromEntries(
      PARTICIPANT_STATUSES.map((status) => [status, figures.participants.get(status) ?? 0]),
    ),
    per_day: figures.days.map((row) => ({ date: row.day, ...presentTraffic(row) })),
  };
}

function presentTraffic(traffic: CampaignTraffic) {
  return {
    clicks: traffic.clicks,
    social_clicks: traffic.socialClicks,
    cost: traffic.costMinor,
    earnings: traffic.earningsMinor,
    orders: traffic.orders,
    order_value: traffic.orderMinor,
  };
}

/** Presents the statistics of a participant. */
export function presentParticipantFigures(figures: ParticipantFigures) {
  return {
    id: `${figures.campaignId}-${figures.userId}`,
    user_id: figures.userId,
    display_name: figures.displayName,
    clicks: figures.clicks,
    status: figures.status,
    links_created: figures.linksCreated,
    estimated_gp: figures.grossProfitMinor,
    estimated_earning_to_cost_ratio: figures.earningToCost,
  };
}
