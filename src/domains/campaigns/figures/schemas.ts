import { Type } from 'typebox';
import { MOST_DAYS } from '../../../platform/day-range.ts';
import { currencyCode, day, id, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { PARTICIPANT_STATUSES } from '../participants/moves.ts';
import { FIGURE_COLUMNS } from './participant-figures.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => whole({ description: `${description}, in minor units` });

export const figureQuery = {
  start_date: Type.Optional(day({ description: `First day; ${MOST_DAYS} days up to the last unless given.` })),
  end_date: Type.Optional(
    day({ description: `Last day; today unless given. At most ${MOST_DAYS} days from the first.` }),
  ),
};

export const participantFigureQuery = {
  query: Type.Optional(
    text({ max: 255, description: 'In the name or address, or the id of the participant or user.' }),
  ),
  active: Type.Optional(Type.Boolean({ description: 'True: only those with a click in the range; false: without.' })),
  ...figureQuery,
  sort_by: sortQuery(FIGURE_COLUMNS, { default: 'clicks:desc' }),
  ...pageQuery({ defaultSize: 20, maxSize: 100 }),
};

const traffic = {
  clicks: count('Counted clicks under this campaign.'),
  social_clicks: count('Those of them from the social networks.'),
  cost: minor('What the store pays for clicks and orders'),
  earnings: minor('The creators’ part of it'),
  orders: count('Orders.'),
  order_value: minor('Value of the orders'),
};

export const OfferStats = Type.Object(
  {
    offer_id: id(),
    start_date: day(),
    end_date: day(),
    currency: currencyCode({ description: 'Of all amounts.' }),
    ...traffic,
    participants: Type.Object(Object.fromEntries(PARTICIPANT_STATUSES.map((status) => [status, count('Now.')])), {
      description: 'How many there are in each status, those registered by an address included.',
    }),
    per_day: Type.Array(Type.Object({ date: day(), ...traffic }), {
      maxItems: MOST_DAYS,
      description: 'Days of the range on which there was something, in order.',
    }),
  },
  { description: '(Body ours.)' },
);

export const ParticipantStatsList = v2Envelope(
  Type.Object({
    id: Type.String({ description: 'Campaign and user.', examples: ['12-34'] }),
    user_id: id(),
    display_name: Type.String(),
    clicks: count('Counted clicks under this campaign in the range.'),
    status: oneOf(PARTICIPANT_STATUSES),
    links_created: count('Links to the store that the user has made in the range.'),
    estimated_gp: minor('Value of the attributed orders times the store’s margin, less what the store pays'),
    estimated_earning_to_cost_ratio: Type.Number({
      description: 'The same margin by what the store pays, four digits; 0 when it pays nothing.',
    }),
  }),
);

export const ClickActivity = Type.Object(
  {
    active: count('With a counted click under this campaign in the range.'),
    inactive: count('Without.'),
    total: count('Both together.'),
  },
  { description: 'Participants who are users, not yet an address alone. (Body ours.)' },
);
