import { Type } from 'typebox';
import { currencyCode, dateTime, day, id, nameSchemas, nullable, oneOf, whole } from '../../platform/http/fields.ts';
import { MAX_FORECAST_DAYS } from '../../platform/limits.ts';
import { PlannedCampaignBody, ruleList } from '../campaigns/index.ts';
import { RUNS } from './forecast-campaign.ts';

export const ForecastBody = Type.Object({
  from: day({ description: `First day, at most ${MAX_FORECAST_DAYS - 1} before \`to\`.` }),
  to: day({ description: 'Last day, not in the future.' }),
  run: Type.Optional(
    oneOf(RUNS, {
      description:
        '`whole_window` (default): as if the campaign had run on all of these days, with unused caps. `own_dates`: on its own dates, with what it had used of its caps when these days began.',
    }),
  ),
  offer_id: Type.Optional(
    id({ description: 'A campaign of the store, also if it is paused or has ended. Either this or `offer`.' }),
  ),
  offer: Type.Optional(PlannedCampaignBody),
  commission_rules: Type.Optional(
    ruleList('Commission rules of the campaign; those that it has now unless given, and none for `offer`.'),
  ),
});

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => count(`${description}, in minor units.`);

const figures = Type.Object({
  clicks: count('Counted clicks.'),
  orders: count('Attributed orders that are not denied or refunded.'),
  cost: Type.Object({
    clicks: minor('What the store pays for the clicks'),
    orders: minor('For the orders, pending ones included'),
    one_time_payments: minor('For one-time payments, with the bonuses that the orders of these months have reached'),
    total: minor('Together'),
  }),
});
const side = (description: string) =>
  Type.Object({ offer: figures, store: figures }, { description: `${description} \`store\` includes \`offer\`.` });

export const ForecastReply = Type.Object({
  from: day(),
  to: day(),
  currency: currencyCode({ description: 'Currency of all amounts.' }),
  forecast: side('By the current terms, with the campaign.'),
  charged: side('As it was charged.'),
  cap_reached_at: nullable(
    dateTime({ description: 'The first click that the campaign would have paid without its caps.' }),
  ),
  clicks_beyond_cap: count('The number of such clicks. Other terms priced them.'),
  targets_left_out: Type.Boolean({
    description:
      'The campaign targets tags, agencies, tiers, markets or addresses. Only creators whom the store already knows are considered, so that a forecast does not reveal the group of a creator.',
  }),
});

nameSchemas({ ForecastInput: ForecastBody, Forecast: ForecastReply });
