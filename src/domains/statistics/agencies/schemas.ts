import { Type } from 'typebox';
import { currencyCode, day, id, money, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { CREATOR_SORTS } from './list-client-creators.ts';

export const clientCreatorsQuery = {
  from: Type.Optional(day({ description: 'The first day; makes it 30 days unless given.' })),
  to: Type.Optional(day({ description: 'The last day; today unless given.' })),
  search: Type.Optional(text({ max: 128, description: 'A part of a name or of an e-mail address.' })),
  sort_by: sortQuery(CREATOR_SORTS),
  ...pageQuery({ defaultSize: 20, maxSize: 100 }),
};

export const ClientCreators = v2Envelope(
  Type.Object({
    id: id(),
    username: Type.String(),
    name: Type.String({ description: 'As the person is shown.' }),
    email: Type.String(),
    is_suspended: Type.Boolean(),
    clicks: whole({ description: 'Counted clicks.' }),
    orders: whole({ description: 'Approved and pending.' }),
    earnings: money({ signed: true, description: 'The creator’s, of clicks and of orders approved and pending.' }),
    agency_earnings: money({ signed: true, description: 'The agency’s part of the same.' }),
  }),
);

const MOST_MONTHS = 36;

export const earningsQuery = {
  months: Type.Integer({
    minimum: 1,
    maximum: MOST_MONTHS,
    default: 12,
    description: 'How many months, the present one the last.',
  }),
};

export const ClientEarnings = Type.Object({
  client_id: id(),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2030-01'] }),
      currency: currencyCode(),
      clicks: whole(),
      orders: whole({ description: 'Approved.' }),
      creators: money({ signed: true, description: 'What its creators earned, one-time payments included.' }),
      agency: money({ signed: true, description: 'The agency’s own part.' }),
    }),
    { description: 'A record for each month and currency in which something was earned, the latest first.' },
  ),
});
