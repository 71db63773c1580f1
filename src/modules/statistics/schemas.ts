import { Type } from 'typebox';
import { day, id, nameSchemas, text, whole } from '../../platform/http/fields.ts';

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) => whole({ description: `${description}, in minor units` });

const moment = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'moment',
      pattern: '^.{10}(?:[ T][0-9:]+)?$',
      'x-says': 'must be YYYY-MM-DD, YYYY-MM-DD HH:MM or YYYY-MM-DD HH:MM:SS, without a time zone',
      examples: ['2030-01-31', '2030-01-31 18:30'],
      description,
    }),
  );

/** Query of the click reports. */
export const momentQuery = {
  from: moment('A day or time in the platform’s time zone; today by default.'),
  to: moment('Likewise, inclusive: its whole day, minute or second. At most 366 days from the first.'),
};

/** Query of a store's charts. */
export const dayQuery = {
  from: Type.Optional(day({ description: 'First day; 30 days before the last by default.' })),
  to: Type.Optional(day({ description: 'Last day; today by default. At most 366 days from the first.' })),
  users: Type.Optional(
    text({ max: 10_000, description: 'Ids of creators, separated by commas (at most 500).', examples: ['17,23'] }),
  ),
};

/** Query of a store's orders by date. */
export const orderDayQuery = {
  from: Type.Optional(day({ description: 'First day; 366 days before the last by default.' })),
  to: Type.Optional(day({ description: 'Last day; today by default. At most 366 days from the first.' })),
};

export const UserClicks = Type.Object({
  email: Type.String({ description: 'Of the creator.' }),
  tag_clicks: count('Counted clicks on links of the kind tag.'),
  link_clicks: count('Counted clicks on links of the kind link.'),
  total_clicks: count('Both together.'),
  user_revenue: minor('The creator’s earnings from clicks and orders in the currency of the creator’s market'),
  client_revenue: minor('The agency’s earnings, likewise'),
  affiliate: minor('The creator’s commission from orders, which is included in user_revenue'),
  user_id: Type.String({ pattern: '^[0-9]+$' }),
  sum_sek: Type.String({
    pattern: '^-?[0-9]+[.][0-9]{2}$',
    description: 'user_revenue and client_revenue together, in Swedish kronor.',
  }),
  ut_user_id: id({ description: 'The same as user_id.' }),
});

const DayClicks = Type.Object({
  date: day(),
  link_clicks: count('Counted clicks on links of the kind link.'),
  tag_clicks: count('Counted clicks on links of the kind tag.'),
  user_id: id(),
  email: Type.String(),
});

export const ClicksByDate = Type.Record(
  Type.String(),
  Type.Object({
    day: Type.Array(DayClicks, { description: 'Days with a click, counted or not, in order.' }),
    total: count('Counted clicks of these days.'),
  }),
  { description: 'By the creator’s e-mail address.' },
);

const traffic = {
  clicks: count('Counted clicks.'),
  cost: minor('The store’s cost for clicks and orders'),
  cost_formatted: Type.String({ examples: ['12,50 kr'] }),
  order_value: minor('Value of the orders'),
  order_value_formatted: Type.String(),
  nr_orders: count('Orders.'),
};

export const ClicksPerDay = Type.Object({
  ...traffic,
  unique_users: count('Creators with a counted click.'),
  unique_links: count('Links with a counted click.'),
  per_day: Type.Record(Type.String(), Type.Object({ date: day(), ...traffic }), {
    description: 'By date; every day of the range, also without clicks.',
  }),
});

export const OrdersPerDate = Type.Record(
  Type.String(),
  Type.Object({
    date: day(),
    nr_orders: count('Orders that are neither denied nor fully refunded.'),
    order_value: minor('Their value without refunds'),
  }),
  { description: 'By date; days without an order are omitted.' },
);

export const GeneralStats = Type.Object({
  clicks: count('All counted clicks.'),
  unique_users: count('Creators with a counted click.'),
  tags: count('Links that lead to the store.'),
  invoice_cpc: minor('The store’s cost for all clicks'),
  avrage_cpc: minor('The store’s cost per click'),
  invoice_cpc_formated: Type.String(),
  avrage_cpc_formated: Type.String(),
  currency: Type.Object({
    code: Type.String({ examples: ['SEK'] }),
    name: Type.String(),
    symbol: Type.String(),
    subunit: whole({ min: 1, description: 'Minor units per major unit.' }),
    is_before: Type.Boolean({ description: 'The symbol stands before the number.' }),
    ratio_to_eur: Type.Number({
      description: 'Euros per unit at the latest rate; 0 when no rate is known.',
    }),
  }),
});

nameSchemas({ UserClicks, DayClicks, ClicksPerDay, GeneralStats });
