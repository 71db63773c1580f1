import { Type } from 'typebox';
import {
  dateTime,
  day,
  id,
  list,
  minorMoney,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { givenMoney } from '../../../platform/http/given-amount.ts';
import { cursorPage, cursorQuery } from '../../../platform/pagination.ts';
import { RIGHT_CHANNELS, RIGHT_STATUSES } from './usage-right.ts';
import { MAX_VERSIONS } from './write-usage-rights.ts';

/** The highest price, in minor units: a million in most currencies, as of an agreed sum. */
const MAX_PRICE_MINOR = 100_000_000;

const named = () => Type.Object({ id: id(), name: Type.String() });
const titled = () => Type.Object({ id: id(), title: Type.String() });
const firstDay = () => day({ description: 'The first day, in the platform’s time zone.' });
const whitelisting = () =>
  Type.Boolean({ description: 'Whether the store may advertise with the post from the creator’s account.' });

export const UsageRightRecord = Type.Object(
  {
    id: id(),
    version: whole({ min: 1 }),
    deliverable: titled(),
    offer: titled(),
    store: named(),
    user: named(),
    channels: Type.Array(oneOf(RIGHT_CHANNELS)),
    territory: Type.String(),
    starts_on: firstDay(),
    ends_on: nullable(day({ description: 'The last day that was offered; null: without an end.' })),
    price: minorMoney('Before VAT; 0: included.'),
    allows_whitelisting: whitelisting(),
    exclusivity: Type.String({ description: 'Empty when there is none.' }),
    status: oneOf(RIGHT_STATUSES, {
      description: 'Only `accepted` gives rights. `replaced`: a later version is accepted.',
    }),
    offered_at: dateTime(),
    decided_at: nullable(dateTime()),
    proposed_end: nullable(
      Type.Object(
        { on: day(), by: oneOf(['store', 'creator']) },
        { description: 'An earlier last day that one side proposes.' },
      ),
    ),
    agreed_end: nullable(day({ description: 'The earlier last day that both sides have agreed on.' })),
    last_day: nullable(day({ description: 'The last day that holds; null: without an end.' })),
    is_paid: Type.Boolean({ description: 'Whether the store has paid the price by a one-time payment.' }),
    payment_id: nullable(id({ description: 'The one-time payment.' })),
  },
  { description: 'What a store may do with a post. (The body is an addition.)' },
);

export const UsageRightVersions = Type.Object({
  data: Type.Array(UsageRightRecord, { maxItems: MAX_VERSIONS, description: 'The newest first.' }),
});

export const UsageRightList = cursorPage(UsageRightRecord);

export const UsageRightBody = Type.Object({
  channels: list(oneOf(RIGHT_CHANNELS), { min: 1, max: RIGHT_CHANNELS.length, description: 'Where the post is used.' }),
  territory: nameText({ max: 200, description: 'For example `Sweden and Germany`.' }),
  starts_on: firstDay(),
  ends_on: Type.Optional(nullable(day({ description: 'The last day. Null or omitted: without an end.' }))),
  price: givenMoney({ min: 0, max: MAX_PRICE_MINOR, description: 'Before VAT; 0: included.' }),
  allows_whitelisting: Type.Optional(whitelisting()),
  exclusivity: Type.Optional(text({ max: 1_000, description: 'What the creator does not do meanwhile.' })),
});

export const EndBody = Type.Object({ ends_on: day({ description: 'The last day, in the platform’s time zone.' }) });

export const UsageRightPaymentBody = Type.Object({
  payment_date: day({ description: 'From this day on it is owed; within a year of today.' }),
});

export const usageRightQuery = {
  offer_id: Type.Optional(id({ description: 'Of this offer alone.' })),
  status: Type.Optional(oneOf(RIGHT_STATUSES)),
  ends_from: Type.Optional(day({ description: 'Rights whose last day is this one or later.' })),
  ends_until: Type.Optional(day({ description: 'Rights whose last day is this one or earlier.' })),
  ...cursorQuery(),
};

nameSchemas({
  UsageRight: UsageRightRecord,
  UsageRightVersions,
  UsageRightInput: UsageRightBody,
  UsageRightEndInput: EndBody,
  UsageRightPaymentInput: UsageRightPaymentBody,
});
