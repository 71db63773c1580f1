import { Type } from 'typebox';
import {
  countryCode,
  currencyCode,
  dateTime,
  day,
  id,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  whole,
} from '../../platform/http/fields.ts';
import { CursorMeta, earlierName } from '../../platform/pagination.ts';
import { CLASS_NAMES, DEVICES } from '../clicks/index.ts';
import { SOURCE_NAMES, TERMS_NAMES } from './click-facts.ts';
import { OMISSIONS } from './explanation.ts';

const amount = (whose: string) =>
  nullable(
    whole({
      description: `${whose}, minor units; null: the reader may not see it, or an invoice line does not contain it.`,
    }),
  );
const input = Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] });

const IN_LANGUAGE = 'In the language of `Accept-Language` (`en`, `sv` or `de`), otherwise in English.';

const explanation = {
  subject: Type.Object({
    kind: oneOf(['click', 'order', 'one_time_payment', 'invoice_line']),
    id: Type.String(),
  }),
  summary: Type.String({ description: `The whole in one or two sentences, addressed to the reader. ${IN_LANGUAGE}` }),
  reader: oneOf(['store', 'creator', 'agency', 'other'], {
    description: 'The party that the reader is, and that the sentences address; `other`: none.',
  }),
  outcome: Type.String({
    description:
      'The class of a click, the status of an order or the reason why it is not attributed, the state of a payment or a line.',
  }),
  currency: currencyCode({ description: 'Of all amounts in minor units, unless an input names another.' }),
  amounts: Type.Object({
    store: amount('What the store pays'),
    creator: amount('What the creator earns'),
    agency: amount('What the agency earns'),
    platform: amount('The rest'),
  }),
  steps: Type.Array(
    Type.Object({
      rule: Type.String({ examples: ['creator_share'] }),
      inputs: Type.Record(Type.String(), input, {
        description: 'Names end in the unit: `_minor`, `_ppm` (millionths), `_on` (a day), `_at` (an instant).',
      }),
      result: Type.String(),
      because: Type.String({ description: `A sentence for people. ${IN_LANGUAGE}` }),
      record: nullable(
        Type.Object(
          {
            kind: Type.String(),
            id: Type.String(),
            title: Type.Optional(nullable(Type.String({ description: 'Of a campaign.' }))),
          },
          { description: 'The record from which it was read.' },
        ),
      ),
    }),
    { description: 'The rules in the order of their application.' },
  ),
  omitted: Type.Array(oneOf(OMISSIONS), { description: 'Existing data that this reader may not know.' }),
};

export const ExplanationReply = Type.Object(explanation);

export const LineExplanationReply = Type.Object({
  ...explanation,
  items: Type.Object({
    data: Type.Array(
      Type.Object({
        id: id({ description: 'Of the booking.' }),
        kind: oneOf(['clicks', 'commission', 'one_time']),
        origin: Type.String({
          description: 'Of clicks `link:day:campaign:agency` (0: none), else the id of the order or the payment.',
        }),
        title: nullable(Type.String({ description: 'The title of the link of clicks, otherwise its destination.' })),
        store_id: nullable(id()),
        user_id: nullable(id()),
        quantity: whole({ description: 'Clicks or orders.' }),
        amount: minorMoney('Without VAT.'),
        amount_minor: whole(earlierName('amount')),
      }),
    ),
    meta: CursorMeta,
    next_after: nullable(id(earlierName('meta.next_cursor'))),
  }),
});

export const InvoiceLineList = Type.Object({
  invoice: Type.Object({
    id: id(),
    number: Type.String(),
    kind: oneOf(['store', 'client', 'creator']),
    month: Type.String({ examples: ['2026-01'] }),
    currency: currencyCode(),
    net: minorMoney('Without VAT.'),
    vat: minorMoney('The VAT.'),
    total: minorMoney('With VAT.'),
    net_minor: whole(earlierName('net')),
    vat_minor: whole(earlierName('vat')),
    total_minor: whole(earlierName('total')),
    is_paid: Type.Boolean(),
    store_id: nullable(id({ description: 'Of a store’s invoice.' })),
    client_id: nullable(id({ description: 'Of an agency’s invoice.' })),
    user_id: nullable(id({ description: 'Of a creator’s statement.' })),
  }),
  data: Type.Array(
    Type.Object({
      line: id({ description: 'Its position on the invoice, from 1.' }),
      kind: oneOf(['clicks', 'commission', 'one_time', 'earnings', 'credit']),
      about: Type.String({ description: 'A campaign, a store or a creator; empty: the store’s own prices.' }),
      adjusted_month: nullable(Type.String({ description: 'The earlier month that it adjusts.' })),
      quantity: whole({ description: 'Clicks, orders or payments.' }),
      amount: minorMoney('Without VAT.'),
      amount_minor: whole(earlierName('amount')),
    }),
  ),
  meta: CursorMeta,
  next_after: nullable(id(earlierName('meta.next_cursor'))),
});

const click = {
  id: Type.String({ description: 'The `tclid`.' }),
  clicked_at: dateTime(),
  day: day(),
  affiliate_link_id: id(),
  affiliate_link_title: Type.String({ description: 'The title of the link, otherwise its destination.' }),
  store_id: id(),
  user_id: id(),
  offer_id: nullable(id({ description: 'The campaign that priced it.' })),
  offer_title: nullable(Type.String({ description: 'Its title as creators see it.' })),
  class: oneOf(CLASS_NAMES),
  reason: Type.String({ description: `Why it counts or does not, as a sentence. ${IN_LANGUAGE}` }),
  source: oneOf(SOURCE_NAMES),
  terms: oneOf(TERMS_NAMES),
  device: nullable(oneOf(DEVICES, { description: 'Null: recorded by an earlier version.' })),
  country: nullable(countryCode({ description: 'The shopper’s country, if the proxy names it (COUNTRY_HEADER).' })),
  currency: currencyCode(),
};

const next = Type.Object({
  ...CursorMeta.properties,
  next_after: nullable(Type.String(earlierName('next_cursor'))),
});

export const StoreClickList = Type.Object({
  data: Type.Array(
    Type.Object({
      ...click,
      user_name: Type.String({ description: 'The public name of the creator.' }),
      cost: minorMoney('The cost of the store.'),
      cost_minor: whole(earlierName('cost')),
    }),
  ),
  meta: next,
});

export const CreatorClickList = Type.Object({
  data: Type.Array(
    Type.Object({
      ...click,
      earned: minorMoney('The earnings of the creator.'),
      earned_minor: whole(earlierName('earned')),
      subs: Type.Record(Type.String(), Type.String(), { description: 'Sub-ids of the click, `sub1` to `sub5`.' }),
    }),
  ),
  meta: next,
});

export const GROUPS = [
  'none',
  'day',
  'source',
  'campaign',
  'link',
  'landing_path',
  'device',
  'country',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
] as const;

export const ReasonList = Type.Object({
  data: Type.Array(
    Type.Object({
      group: nullable(Type.String({ description: 'The value that is grouped by; null: none, or clicks without one.' })),
      class: oneOf(CLASS_NAMES),
      reason: Type.String({ description: IN_LANGUAGE }),
      clicks: whole({ min: 0 }),
    }),
    { description: 'By the number of clicks of the group, descending.' },
  ),
});

nameSchemas({
  Explanation: ExplanationReply,
  LineExplanation: LineExplanationReply,
  InvoiceLineList,
  StoreClickList,
  CreatorClickList,
  ClickReasonList: ReasonList,
});
