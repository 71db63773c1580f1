import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nullable, oneOf, whole, words } from '../../../platform/http/fields.ts';
import { cursorPage, cursorQuery } from '../../../platform/pagination.ts';
import { personReply } from '../../accounts/index.ts';
import { END_REASONS } from './list-bindings.ts';
import { MAX_MONTHS, MAX_STEPS, MAX_VERSIONS } from './programme.ts';

const step = Type.Object(
  {
    months: nullable(
      whole({
        min: 1,
        max: MAX_MONTHS,
        description: 'How long the rate applies; null, in the last step alone: without an end.',
      }),
    ),
    cpa: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The fraction of the value that creator and agency share, to six decimals.',
    }),
  },
  { additionalProperties: false },
);

const steps = () =>
  list(step, {
    max: MAX_STEPS,
    description:
      'The rates, one after the other from the first order of the customer on. Empty: customers are not bound.',
  });

const paysFirst = () =>
  Type.Boolean({
    description: 'Whether the first order has the rate of the first step, too, instead of the rate of its terms.',
  });

export const CustomerProgrammeBody = Type.Object({ steps: steps(), pays_first_order: Type.Optional(paysFirst()) });

const programme = {
  version: nullable(whole({ min: 1, description: 'Null: the store has never had a programme.' })),
  changed_at: nullable(dateTime()),
  pays_first_order: paysFirst(),
  steps: steps(),
};

const CustomerProgrammeRecord = Type.Object(programme, {
  description: 'What a store pays for repeated orders of customers. (The body is an addition.)',
});

export const CustomerProgrammes = Type.Object(
  {
    ...programme,
    versions: Type.Array(CustomerProgrammeRecord, {
      description: `All versions, newest first, at most ${MAX_VERSIONS}. A customer keeps the version of the first order.`,
    }),
  },
  { description: 'The programme of a store and its versions. (The body is an addition.)' },
);

export const BindingEndBody = Type.Object({
  reason: words({ max: 1000, description: 'Why it ends; the creator reads it.' }),
});

const bound = {
  id: id(),
  active: Type.Boolean({ description: 'Whether orders of the customer follow it.' }),
  begins_at: dateTime({ description: 'The time of the first order.' }),
  ends_at: nullable(dateTime({ description: 'When its months are over; null: never.' })),
  ended_at: nullable(dateTime()),
  ended_reason: nullable(
    oneOf(END_REASONS, {
      description:
        '`orders_denied`: no order that a click, a code or a person has attributed to the creator is left. `forgotten`: the store has erased the key of its customers.',
    }),
  ),
  ended_note: nullable(Type.String({ description: 'The reason that the store has given.' })),
  offer_id: nullable(id({ description: 'The campaign of the first order.' })),
  programme_version: whole({ min: 1 }),
  steps: steps(),
  cpa: nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The rate of an order that is placed now; null: orders do not follow the binding.',
    }),
  ),
  orders: whole({ min: 0, description: 'Orders at the rates of the programme that are not denied.' }),
};

export const CustomerBindingRecord = Type.Object(
  {
    ...bound,
    customer: Type.String({ description: 'A short name of the customer in this list, unrelated to the reference.' }),
    user: personReply({ description: 'The creator who has won the customer.' }),
    first_order: Type.Object({ id: id(), order_id: Type.String({ description: 'The store’s number.' }) }),
  },
  { description: 'A customer who is, or was, bound to a creator. (The body is an addition.)' },
);

export const CustomerBindingList = cursorPage(CustomerBindingRecord);

const OwnCustomerRecord = Type.Object(
  { ...bound, store: Type.Object({ id: id(), name: Type.String() }) },
  { description: 'A customer of a store whom a creator has won. (The body is an addition.)' },
);

export const OwnCustomerList = cursorPage(OwnCustomerRecord);

const active = Type.Optional(
  Type.Boolean({ description: 'Only those that count now (true), or that have ended (false).' }),
);

export const bindingListQuery = {
  user_id: Type.Optional(id({ description: 'The creator who has won the customers.' })),
  active,
  ...cursorQuery(),
};

export const ownCustomerListQuery = { active, ...cursorQuery() };

export const ForgottenCustomers = Type.Object(
  { bindings: whole({ min: 0, description: 'The bindings that have ended.' }) },
  { description: 'The customers are forgotten. (The body is an addition.)' },
);

nameSchemas({
  CustomerProgrammeInput: CustomerProgrammeBody,
  CustomerProgramme: CustomerProgrammeRecord,
  CustomerProgrammes,
  CustomerBinding: CustomerBindingRecord,
  OwnCustomer: OwnCustomerRecord,
  ForgottenCustomers,
});
