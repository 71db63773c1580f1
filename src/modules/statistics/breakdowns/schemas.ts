import { Type } from 'typebox';
import {
  currencyCode,
  day,
  id,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  whole,
} from '../../../platform/http/fields.ts';
import { MAX_CLICK_DAYS } from '../../../platform/limits.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { AGENCY_GROUPS, EARNINGS_GROUPS } from './read-earnings-breakdown.ts';

const shared = {
  from: Type.Optional(day({ description: 'First day; 30 days up to the last unless given.' })),
  to: Type.Optional(day({ description: 'Last day; today unless given. At most 366 days from the first.' })),
  currency: Type.Optional(currencyCode({ description: 'Only stores with this currency.' })),
  ...pageQuery(),
};
const description = `\`source\`, \`country\` and \`device\` of the click, of at most ${MAX_CLICK_DAYS} days; the \`offer\` (campaign); or the \`code\` of the order.`;
export const creatorBreakdownQuery = {
  ...shared,
  group_by: oneOf(EARNINGS_GROUPS, { default: 'source', description }),
};
export const agencyBreakdownQuery = {
  ...shared,
  group_by: oneOf(AGENCY_GROUPS, { default: 'source', description: `The \`creator\`; ${description}` }),
};

const group = {
  group: nullable(
    Type.String({
      description:
        'The value: `general` or `social`, a class of device, a country (ISO 3166-1 alpha-2) or a code. Null: not known, or orders without a click or code.',
    }),
  ),
  offer: nullable(
    Type.Object(
      { id: id(), title: Type.String() },
      { description: 'The offer (campaign), by `offer`; null: the rates of stores.' },
    ),
  ),
  currency: currencyCode({ description: 'Of the stores.' }),
  clicks: whole({ min: 0, description: 'Counted clicks.' }),
  orders: whole({ min: 0, description: 'Approved and pending orders.' }),
};

export const CreatorBreakdown = v2Envelope(
  Type.Object({
    ...group,
    click_earnings: minorMoney('The creator’s earnings from clicks.'),
    order_earnings: minorMoney('Of orders, approved and pending.'),
  }),
);

export const AgencyBreakdown = v2Envelope(
  Type.Object({
    ...group,
    user: nullable(Type.Object({ id: id(), name: Type.String() }, { description: 'By `creator`: the creator.' })),
    creators: minorMoney('What the creators have earned from both.'),
    agency: minorMoney('What the agency has earned from both.'),
  }),
);

nameSchemas({ CreatorBreakdownPage: CreatorBreakdown, AgencyBreakdownPage: AgencyBreakdown });
