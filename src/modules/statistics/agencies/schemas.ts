import { Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  day,
  id,
  minorMoney,
  money,
  nameSchemas,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { CREATOR_SORTS } from './list-agency-creators.ts';
import { MAX_CHANNELS } from './read-agency-creator.ts';

export const agencyCreatorsQuery = {
  from: Type.Optional(day({ description: 'First day; by default the range is 30 days long.' })),
  to: Type.Optional(day({ description: 'Last day; today by default.' })),
  search: Type.Optional(text({ max: 128, description: 'Part of a name or e-mail address.' })),
  sort_by: sortQuery(CREATOR_SORTS),
  ...pageQuery(),
};

const person = {
  id: id(),
  username: Type.String(),
  name: Type.String({ description: 'The display name, otherwise the username.' }),
  email: Type.String(),
  is_suspended: Type.Boolean(),
};

export const AgencyCreatorRecord = Type.Object({
  ...person,
  currency: currencyCode({ description: 'Of the creator’s market.' }),
  created_at: dateTime(),
  followers: whole({ min: 0, description: 'Of all channels together.' }),
  channels: Type.Array(
    Type.Object({
      type: oneOf(['blog', 'social']),
      identifier: Type.String(),
      is_valid: Type.Boolean({ description: 'The channel has been checked.' }),
      followers: whole({ min: 0 }),
    }),
    { maxItems: MAX_CHANNELS, description: 'Most followers first.' },
  ),
});

export const AgencyCreators = v2Envelope(
  Type.Object({
    ...person,
    clicks: whole({ description: 'Counted clicks.' }),
    orders: whole({ description: 'Approved and pending orders.' }),
    earnings: money({
      signed: true,
      description: 'The creator’s earnings from clicks and approved and pending orders.',
    }),
    agency_earnings: money({ signed: true, description: 'The agency’s earnings from the same.' }),
  }),
);

const { from, to } = agencyCreatorsQuery;
export const agencyStatsQuery = { from, to };

const figures = {
  clicks: whole({ min: 0, description: 'Counted clicks.' }),
  orders: whole({ description: 'Approved and pending orders.' }),
  creators: minorMoney('What the creators have earned from both.'),
  agency: minorMoney('What the agency has earned from both.'),
};

export const AgencyStats = Type.Object({
  from: day(),
  to: day(),
  currencies: Type.Array(
    Type.Object({
      currency: currencyCode({ description: 'Of the stores.' }),
      ...figures,
      days: Type.Array(Type.Object({ date: day(), ...figures }), { description: 'Every day of the range, in order.' }),
    }),
    { description: 'Most clicks first; empty when there was nothing in the range.' },
  ),
});

const MAX_MONTHS = 36;

export const earningsQuery = {
  months: Type.Integer({
    minimum: 1,
    maximum: MAX_MONTHS,
    default: 12,
    description: 'Number of months up to the current one.',
  }),
};

export const AgencyEarnings = Type.Object({
  client_id: id(),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2030-01'] }),
      currency: currencyCode(),
      clicks: whole(),
      orders: whole({ description: 'Approved.' }),
      creators: money({ signed: true, description: 'Earnings of its creators, including one-time payments.' }),
      agency: money({ signed: true, description: 'The agency’s own earnings.' }),
    }),
    { description: 'One record per month and currency with earnings, latest first.' },
  ),
});

nameSchemas({
  AgencyCreatorProfile: AgencyCreatorRecord,
  AgencyCreatorPage: AgencyCreators,
  AgencyEarnings,
  AgencyStats,
});
