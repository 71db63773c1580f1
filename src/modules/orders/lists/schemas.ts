import { Type } from 'typebox';
import { formatField, formatOrJsonField, headingLanguage } from '../../../platform/export/export.ts';
import {
  dateTime,
  day,
  id,
  list,
  money,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { cursorPage, cursorQuery, legacyEnvelope, pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { personReply } from '../../accounts/index.ts';
import { CUSTOMERS } from '../../campaigns/index.ts';
import { REASONS } from '../attribution/reasons.ts';
import { shownDenial } from '../changes/denial.ts';
import { STATUSES } from '../reports/order-row.ts';
import { CHANNELS } from '../reports/read-report.ts';
import { CREATOR_LIST_ORDER, DISPUTE_ORDER, STORE_LIST_ORDER } from './read-orders.ts';

/** The store's own number of an order. */
export const shopOrderId = () =>
  nameText({ max: 128, description: 'The shop’s own number of the order.', examples: ['SE-10023'] });

const order = {
  id: id(),
  store_id: id(),
  order_id: Type.String({ description: 'The shop’s own number of the order.' }),
  channel: oneOf(CHANNELS, { description: 'The way in which the order was reported.' }),
  status: oneOf(STATUSES),
  unresolved: Type.Boolean({
    description:
      'Whether a person must select the correct report: the order is `disputed`, `unconfirmed` or above the `value_limit`.',
  }),
  contradicted_at: nullable(
    dateTime({
      description: 'When a report first contradicted the order after its decision. The order was not changed.',
    }),
  ),
  order_at: dateTime(),
  decide_by: nullable(
    dateTime({
      description:
        'When the pending order is approved by itself, if nobody decides earlier. Null: it is decided, or waits for a decision.',
    }),
  ),
  extension_reason: nullable(
    Type.String({ description: 'Why the store has extended the period, once; null: it has not.' }),
  ),
  ...shownDenial,
  value: money({ description: 'As the store reported it.' }),
  refunded: money({ description: 'All refunds together.' }),
  net_value: money({ description: 'The remaining value, in the store’s currency at the rate of its day.' }),
  voucher_code: nullable(Type.String({ description: 'The code that counts; the first one if none does.' })),
  attribution: oneOf(['click', 'voucher', 'customer', 'manual', 'none'], {
    description:
      '`customer`: its customer is bound to the creator. `manual`: a member of the store or an administrator has attributed it.',
  }),
  unattributed_reason: nullable(oneOf(REASONS, { description: 'Why it is nobody’s.' })),
  click_id: nullable(Type.String({ description: 'The `tclid` of the click to which it is attributed.' })),
  affiliate_link_id: nullable(id({ description: 'Whose link it counts on.' })),
  user: nullable(personReply({ description: 'Whose it is.' })),
  offer_id: nullable(id({ description: 'The campaign whose terms the click had.' })),
  offer_title: nullable(Type.String()),
  cost: money({ description: 'The cost of the store.' }),
  earnings: money({ description: 'The earnings of the creator.' }),
  created_at: dateTime(),
  updated_at: dateTime(),
};

export const OrderRecord = Type.Object(order, { description: 'An order. (The body is an addition.)' });

const reportedLine = {
  sku: Type.String({ description: 'The store’s number of the product.' }),
  category: nullable(Type.String()),
  quantity: whole({ min: 1 }),
  value: money({ description: 'Price × quantity less discount, in the reported currency.' }),
};

/** A line with its refunds and rates. */
export const shownLine = Type.Object({
  line: whole({ min: 1, description: 'Its number, in the order of the report.' }),
  ...reportedLine,
  refunded: money({ description: 'Of this line alone.' }),
  refunded_quantity: nullable(
    whole({ min: 0, description: 'Null: the refund was reported as an amount, or there is none.' }),
  ),
  rule: nullable(
    whole({
      min: 1,
      description: 'Which of the campaign’s commission rules sets the rate; null: the order rate of the terms applies.',
    }),
  ),
  cpa: Type.Number({ description: 'The fraction that creator and agency share. 0 if the order is nobody’s.' }),
  invoice_cpa: Type.Number({ description: 'The fraction that the store pays.' }),
});

const customer = () => nullable(oneOf(CUSTOMERS, { description: 'Null: the store did not report it.' }));

export const OrderWithEvents = Type.Object(
  {
    ...order,
    voucher_codes: Type.Array(Type.String(), { description: 'All codes that the buyer used, as reported.' }),
    customer: customer(),
    lines: nullable(Type.Array(shownLine, { description: 'Null: the order was reported without lines.' })),
    events: Type.Array(
      Type.Object({
        kind: oneOf([
          'reported',
          'amended',
          'attributed',
          'status',
          'extended',
          'refund',
          'disputed',
          'resolved',
          'contradicted',
          'voided',
          'void_undone',
        ]),
        at: dateTime(),
        actor_id: nullable(id({ description: 'Null: a browser, a plugin, or the platform itself.' })),
        actor_name: nullable(Type.String({ description: 'The actor’s public name.' })),
        details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      }),
      { description: 'Its history, in order.' },
    ),
    reports: Type.Array(
      Type.Object({
        id: id(),
        channel: oneOf(CHANNELS),
        signed: Type.Boolean({ description: 'Whether a page reported it with a valid signature.' }),
        counts: Type.Boolean({
          description: 'Whether it could lead to commission by the store’s rules when it arrived.',
        }),
        at: dateTime({ description: 'When it came.' }),
        order_at: dateTime({ description: 'When the order was placed, according to it.' }),
        value: money(),
        click_reported: Type.Boolean({ description: 'Whether it named a click, valid or not.' }),
        click_id: nullable(Type.String()),
        voucher_code: nullable(Type.String({ description: 'The first of `voucher_codes`.' })),
        voucher_codes: Type.Array(Type.String()),
        customer: customer(),
        lines: nullable(Type.Array(Type.Object(reportedLine), { description: 'Null: without lines.' })),
        actor_id: nullable(id({ description: 'Null: a browser or a plugin.' })),
      }),
      { description: 'The reports of the order, each distinct report once, in order of arrival.' },
    ),
  },
  { description: 'An order and its history. (The body is an addition.)' },
);

export const OrderList = v2Envelope(OrderRecord);

export const DisputeList = v2Envelope(
  Type.Object(
    { ...OrderRecord.properties, store_name: Type.String() },
    { description: 'An order that needs a decision.' },
  ),
);

/** The orders of all stores. */
export const AllOrderList = cursorPage(
  Type.Object(
    { ...OrderRecord.properties, store: Type.Object({ id: id(), name: Type.String() }) },
    { description: 'An order of any store.' },
  ),
);

export const CreatorOrder = Type.Object(
  {
    id: id(),
    store: Type.Object({ id: id(), name: Type.String() }),
    status: oneOf(STATUSES),
    order_at: dateTime(),
    decide_by: order.decide_by,
    extension_reason: order.extension_reason,
    ...shownDenial,
    net_value: order.net_value,
    earnings: order.earnings,
    attribution: oneOf(['click', 'voucher', 'customer', 'manual']),
    voucher_code: order.voucher_code,
    affiliate_link_id: id(),
    affiliate_link: Type.Object(
      { title: Type.String(), url: Type.String({ description: 'The tracked address.' }) },
      { description: 'The creator’s link to which it is attributed.' },
    ),
    offer_id: order.offer_id,
    offer_title: nullable(Type.String({ description: 'The campaign’s title, as creators see it.' })),
  },
  { description: 'An order of a creator. (The body is an addition.)' },
);

export const CreatorOrderList = v2Envelope(CreatorOrder);

const LegacyOrder = Type.Object({
  id: id(),
  user_id: id(),
  username: Type.String(),
  order_id: Type.String(),
  order_at: Type.String({ examples: ['2030-01-31 12:00:00'] }),
  order_value: Type.Number({ description: 'In `currency`, less refunds.' }),
  currency: Type.String({ examples: ['SEK'] }),
  voucher_code: nullable(Type.String()),
  status: oneOf(STATUSES),
  updated_at: Type.String(),
});

export const LegacyOrderList = legacyEnvelope(LegacyOrder);

const days = {
  from: Type.Optional(day({ description: 'First day of the orders.' })),
  to: Type.Optional(day({ description: 'Last day.' })),
};

/** The terms and the link of the orders. */
const origin = {
  link_id: Type.Optional(id({ description: 'Orders attributed to this link.' })),
  offer_id: Type.Optional(whole({ min: 0, description: 'Orders under this campaign’s terms; 0: under none’s.' })),
};

/** Query of the orders of all stores. */
export const allOrderQuery = {
  from: Type.Optional(day({ description: 'First day of the orders; 89 days before `to` unless it or `q` is given.' })),
  to: Type.Optional(day({ description: 'Last day; today by default.' })),
  q: Type.Optional(text({ min: 1, max: 128, description: 'The beginning of the shop’s own number, in any case.' })),
  store_id: Type.Optional(id({ description: 'Orders of this store.' })),
  user_id: Type.Optional(id({ description: 'Orders of this creator.' })),
  ...origin,
  statuses: Type.Optional(list(oneOf(STATUSES), { min: 1, max: 10 })),
  format: Type.Optional(formatField()),
  lang: headingLanguage(),
  ...cursorQuery(),
};

/** Query of a store's orders in API v2. */
export const orderListQuery = {
  ...days,
  ...origin,
  user_id: Type.Optional(id({ description: 'Orders of this creator.' })),
  order_id: Type.Optional(text({ min: 1, max: 128, description: 'The shop’s own number.' })),
  q: Type.Optional(
    text({ max: 255, description: 'A part of the number, the voucher’s code or the creator’s name, in any case.' }),
  ),
  statuses: Type.Optional(list(oneOf(STATUSES), { min: 1, max: 10 })),
  unresolved: Type.Optional(Type.Boolean({ description: 'Orders that need a decision (true) or not (false).' })),
  contradicted: Type.Optional(
    Type.Boolean({
      description: 'Orders that a report contradicted after they were decided (true), or the others (false).',
    }),
  ),
  attributed: Type.Optional(
    Type.Boolean({ description: 'Orders that are attributed (true) or not attributed (false).' }),
  ),
  sort_by: STORE_LIST_ORDER.query,
  format: Type.Optional(formatField()),
  lang: headingLanguage(),
  ...pageQuery(),
};

/** Query of a creator's orders. */
export const creatorOrderListQuery = {
  ...days,
  ...origin,
  statuses: orderListQuery.statuses,
  sort_by: CREATOR_LIST_ORDER.query,
  ...pageQuery(),
};

/** Query of the orders of all stores that need a decision. */
export const disputeListQuery = { sort_by: DISPUTE_ORDER.query, ...pageQuery() };

/** Query of a store's orders in the legacy API. */
export const legacyOrderListQuery = {
  user_id: Type.Optional(id({ description: 'Orders of this creator.' })),
  ...days,
  format: Type.Optional(formatOrJsonField()),
  lang: headingLanguage(),
  ...pageQuery(),
};

nameSchemas({ Order: OrderRecord, OrderWithEvents, DisputePage: DisputeList, CreatorOrder, LegacyOrder });
