import { Type } from 'typebox';
import { currencyCode, day, id, minorMoney, nameSchemas, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_RANGE_DAYS } from '../../../platform/limits.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { PARTICIPANT_STATUSES } from '../participants/transitions.ts';
import { FIGURE_COLUMNS } from './participant-figures.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => whole({ description: `${description}, in minor units` });

export const figureQuery = {
  start_date: Type.Optional(day({ description: `First day; ${MAX_RANGE_DAYS} days before the last by default.` })),
  end_date: Type.Optional(
    day({ description: `Last day; today by default. At most ${MAX_RANGE_DAYS} days from the first.` }),
  ),
};

export const participantFigureQuery = {
  query: Type.Optional(
    text({ max: 255, description: 'A part of the name or address, or the id of the participant or user.' }),
  ),
  active: Type.Optional(
    Type.Boolean({ description: 'True: only participants with a click in the range; false: only those without.' }),
  ),
  ...figureQuery,
  sort_by: sortQuery(FIGURE_COLUMNS, { default: 'clicks:desc' }),
  ...pageQuery(),
};

const traffic = {
  clicks: count('Counted clicks under this campaign.'),
  social_clicks: count('Counted clicks from social networks.'),
  cost: minor('The store’s cost for clicks and orders'),
  earnings: minor('The creators’ share of the cost'),
  orders: count('Orders.'),
  order_value: minor('Value of the orders'),
};

export const CampaignStats = Type.Object(
  {
    offer_id: id(),
    start_date: day(),
    end_date: day(),
    currency: currencyCode({ description: 'Currency of all amounts.' }),
    ...traffic,
    gifts: Type.Object(
      { sent: count('Gifts that were sent.'), value: minorMoney('Their value, as far as it is named.') },
      { description: 'A cost of the store that is not part of `cost`, and that nobody invoices.' },
    ),
    participants: Type.Object(Object.fromEntries(PARTICIPANT_STATUSES.map((status) => [status, count('Now.')])), {
      description: 'Number of participants by status, including pending addresses.',
    }),
    per_day: Type.Array(Type.Object({ date: day(), ...traffic }), {
      maxItems: MAX_RANGE_DAYS,
      description: 'Days of the range with traffic, in order.',
    }),
  },
  { description: '(The body is an addition.)' },
);

export const ParticipantStatsList = v2Envelope(
  Type.Object({
    id: Type.String({ description: 'Campaign and user.', examples: ['12-34'] }),
    user_id: id(),
    display_name: Type.String(),
    clicks: count('Counted clicks under this campaign in the range.'),
    status: oneOf(PARTICIPANT_STATUSES),
    links_created: count('Links to the store that the user created in the range.'),
    estimated_gp: minor('Value of the attributed orders times the store’s margin, less the store’s cost'),
    estimated_earning_to_cost_ratio: Type.Number({
      description: 'The same margin divided by the store’s cost, four decimals; 0 when there is no cost.',
    }),
  }),
);

export const ClickActivity = Type.Object(
  {
    active: count('With a counted click under this campaign in the range.'),
    inactive: count('Without.'),
    total: count('Both together.'),
  },
  {
    description:
      'Participants who are users; pending addresses are excluded. (The contract does not specify this body.)',
  },
);

nameSchemas({ CampaignStats, ParticipantStatsPage: ParticipantStatsList, ClickActivity });
