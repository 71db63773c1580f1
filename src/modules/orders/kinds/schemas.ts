import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import {
  dateTime,
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
import { MAX_FIXED_COST_MINOR, MAX_FIXED_MINOR, WINDOW_DAYS } from '../../../platform/limits.ts';
import { cursorPage, cursorQuery } from '../../../platform/pagination.ts';
import { MAX_APPROVAL_DAYS } from '../../stores/index.ts';
import { denialFields } from '../changes/denial.ts';
import { CreatorOrder, OrderRecord, orderListQuery } from '../lists/schemas.ts';
import { STATUSES } from '../reports/order-row.ts';
import {
  customerReference,
  OrderBatchReply,
  reportedAmount,
  reportedOrderId,
  reportFields,
} from '../reports/schemas.ts';
import { warningsReply } from '../reports/warnings.ts';
import { MAX_EVENT_KINDS } from './kinds.ts';

/** The most days within which events of one customer are paid once. */
const MAX_ONCE_DAYS = 366;
/** The highest limit of paid events of a month. */
const MAX_PER_MONTH = 100_000;
/** Maximum number of reports in one batch. */
const MAX_BATCH = 1_000;

/** The code of a kind, as reports name it. */
export const kindCode = ({ description = 'The code of a kind of events of the store.' } = {}) =>
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,39}$',
    maxLength: 40,
    description,
    examples: ['lead'],
    'x-says': 'must begin with a small letter and have only small letters, digits and _, at most 40 characters',
  });

const cpl = () => givenMoney({ min: 0, max: MAX_FIXED_MINOR, description: 'The fixed amount of an event.' });
const invoiceCpl = () =>
  nullable(
    givenMoney({
      min: 0,
      max: MAX_FIXED_COST_MINOR,
      description: 'What the store pays for it; only for administrators. Null: `cpl` with the store’s margin.',
    }),
  );
const optionalDays = (max: number, description: string) => Type.Optional(nullable(whole({ min: 1, max, description })));
const optionalMost = (description: string) =>
  Type.Optional(nullable(whole({ min: 1, max: MAX_PER_MONTH, description })));

const rules = {
  pays_value: Type.Optional(
    Type.Boolean({
      description: 'Events may state a value, and pay the part of it that orders pay, beside `cpl`. No by default.',
    }),
  ),
  counts_pages: Type.Optional(
    Type.Boolean({
      description:
        'Whether reports of pages count, as far as those of orders do. No by default: an event that only pages have reported is `unconfirmed`, because a lead costs nobody anything to invent.',
    }),
  ),
  window_days: optionalDays(
    WINDOW_DAYS.max,
    'How long after a click an event is attributed to it; null: as long as orders.',
  ),
  approval_days: optionalDays(
    MAX_APPROVAL_DAYS,
    'After how many days an undecided event is approved by itself; null: as orders.',
  ),
  once_days: optionalDays(
    MAX_ONCE_DAYS,
    'Events of one customer within these days are paid once; null: each event is paid.',
  ),
  max_per_creator: optionalMost('The most events of one creator that are paid for a month; null: any number.'),
  max_per_month: optionalMost('The most events of all creators that are paid for a month; null: any number.'),
};

const name = () => nameText({ max: 80, description: 'What people read.', examples: ['Qualified lead'] });

export const EventKindBody = Type.Object({
  code: kindCode(),
  name: name(),
  cpl: cpl(),
  invoice_cpl: Type.Optional(invoiceCpl()),
  ...rules,
});

export const EventKindChangeBody = Type.Object(
  {
    name: Type.Optional(name()),
    cpl: Type.Optional(cpl()),
    invoice_cpl: Type.Optional(invoiceCpl()),
    ...rules,
    archived: Type.Optional(Type.Boolean({ description: 'An archived kind takes no reports of new events.' })),
  },
  { minProperties: 1 },
);

export const EventKindRecord = Type.Object(
  {
    id: id(),
    code: Type.String({ description: 'What reports name. It never changes.' }),
    name: Type.String(),
    cpl: minorMoney('The fixed amount of an event that creator and agency share.'),
    invoice_cpl: minorMoney('What the store pays for it, without a campaign that has a margin of its own.'),
    cost_is_set: Type.Boolean({
      description: 'Whether an administrator has set `invoice_cpl`; then only administrators change the price.',
    }),
    pays_value: Type.Boolean(),
    counts_pages: Type.Boolean(),
    window_days: nullable(whole({ min: 1 })),
    approval_days: nullable(whole({ min: 1 })),
    once_days: nullable(whole({ min: 1 })),
    max_per_creator: nullable(whole({ min: 1 })),
    max_per_month: nullable(whole({ min: 1 })),
    archived_at: nullable(dateTime()),
  },
  { description: 'A kind of events that a store pays for. (The body is an addition.)' },
);

export const EventKindList = completeList(EventKindRecord, {
  description: `At most ${MAX_EVENT_KINDS}, archived ones last.`,
});

const eventId = () => {
  const { description: _, ...rest } = reportedOrderId() as ReturnType<typeof reportedOrderId> & { description: string };
  return {
    ...rest,
    description: 'The store’s number of the event. Repeated reports of one kind with one number are one event.',
  };
};

export const EventReportBody = Type.Object({
  kind: kindCode(),
  event_id: Type.Unsafe<number | string>(eventId()),
  tclid: reportFields.tclid,
  voucher_code: reportFields.voucher_code,
  voucher_codes: reportFields.voucher_codes,
  customer: customerReference(),
  value: Type.Optional(reportedAmount('The value of the event, if its kind pays for values')),
  currency: reportFields.currency,
  at: reportFields.order_at,
  follows: Type.Optional(
    Type.Object(
      { kind: kindCode(), event_id: Type.Unsafe<number | string>(eventId()) },
      {
        additionalProperties: false,
        description:
          'The earlier event of the same customer: without a click and a code of its own, an event has those of the earlier one.',
      },
    ),
  ),
});

export const EventBatchBody = Type.Object({
  events: Type.Array(Type.Unsafe<unknown>({ anyOf: [EventReportBody, {}] }), {
    minItems: 1,
    maxItems: MAX_BATCH,
    'x-apart': true,
    description: 'Reports, each as the body of `reportEvent`. Events that follow others are recorded after them.',
  }),
});

const { order_id: _, ...result } = OrderBatchReply.properties.data.items.properties;
const { order_id: __, voucher_code, ...ofOrder } = OrderRecord.properties;

const numberOfResults = () => whole({ min: 0, max: MAX_BATCH });

export const EventBatchReply = Type.Object(
  {
    data: Type.Array(
      Type.Object({ event_id: nullable(Type.String({ description: 'The store’s number of the event.' })), ...result }),
      { description: 'A result for each report, in their order.' },
    ),
    meta: Type.Object(
      {
        created: numberOfResults(),
        corrected: numberOfResults(),
        known: numberOfResults(),
        refused: numberOfResults(),
        failed: numberOfResults(),
      },
      { description: 'The numbers of results by outcome.' },
    ),
  },
  { description: 'The results of the reports. (The body is an addition.)' },
);

const kindOfEvent = Type.Object(
  { id: id(), code: Type.String(), name: Type.String() },
  { description: 'The kind of the event.' },
);

const EventRecord = Type.Object(
  {
    kind: kindOfEvent,
    event_id: Type.String({ description: 'The store’s number of the event.' }),
    follows: nullable(id({ description: 'Our id of the earlier event that it follows.' })),
    ...ofOrder,
    voucher_code,
  },
  { description: 'An event: an order of a kind. (The body is an addition.)' },
);

export const ReportedEventReply = Type.Object(
  { ...EventRecord.properties, warnings: warningsReply() },
  { description: 'The event, and what of the report was not taken over.' },
);

export const EventList = cursorPage(EventRecord);

const kindFilter = {
  kind: Type.Optional(text({ max: 40, description: 'The code of a kind; all kinds unless given.' })),
};

export const eventListQuery = {
  ...kindFilter,
  from: orderListQuery.from,
  to: orderListQuery.to,
  user_id: orderListQuery.user_id,
  offer_id: orderListQuery.offer_id,
  statuses: orderListQuery.statuses,
  ...cursorQuery(),
};

export const EventDecisionsBody = Type.Object({
  kind: kindCode(),
  events: list(
    Type.Object({
      event_id: nameText({ max: 128, description: 'The store’s number of the event.' }),
      status: oneOf(['approved', 'denied']),
      ...denialFields,
    }),
    { min: 1 },
  ),
});

const { affiliate_link: ___, ...ofCreatorOrder } = CreatorOrder.properties;

const CreatorEventRecord = Type.Object(
  {
    kind: kindOfEvent,
    ...ofCreatorOrder,
    affiliate_link_url: Type.String({
      description: 'The tracked address of the link to which the event is attributed.',
    }),
  },
  { description: 'An event of a creator. (The body is an addition.)' },
);

export const CreatorEventList = cursorPage(CreatorEventRecord);

export const creatorEventListQuery = {
  from: orderListQuery.from,
  to: orderListQuery.to,
  statuses: Type.Optional(list(oneOf(STATUSES), { min: 1, max: 10 })),
  ...cursorQuery(),
};

const campaignPrice = {
  kind: kindCode(),
  cpl: minorMoney('The fixed amount of an event with the terms of the campaign.'),
};

export const EventPrices = completeList(
  Type.Object(
    {
      ...campaignPrice,
      name: Type.String(),
      is_own: Type.Boolean({ description: 'Whether the campaign sets it; otherwise it is the store’s.' }),
    },
    { description: 'The price of a kind of events. (The body is an addition.)' },
  ),
  { description: 'The kinds of events that the store pays for, with their prices in the campaign.' },
);

export const EventPricesBody = Type.Object({
  prices: list(Type.Object({ kind: kindCode(), cpl: cpl() }), {
    max: MAX_EVENT_KINDS,
    description: 'The prices that differ from those of the store; kinds that are not listed have the store’s.',
  }),
});

nameSchemas({
  EventKindInput: EventKindBody,
  EventKindChangeInput: EventKindChangeBody,
  EventKind: EventKindRecord,
  EventReportInput: EventReportBody,
  EventBatchInput: EventBatchBody,
  EventBatch: EventBatchReply,
  StoreEvent: EventRecord,
  ReportedEvent: ReportedEventReply,
  EventDecisionsInput: EventDecisionsBody,
  CreatorEvent: CreatorEventRecord,
  EventPricesInput: EventPricesBody,
});
