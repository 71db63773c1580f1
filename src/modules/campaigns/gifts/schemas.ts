import { type Static, Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
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
  webAddress,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { givenMoney } from '../../../platform/http/given-amount.ts';
import { GIFT_KINDS, type Gift, MAX_CHOICES, MAX_GIFT_PRODUCTS, RECEIVED_AFTER_DAYS } from './gift.ts';
import type { Given, Parcel } from './read-given.ts';
import { MAX_PARCELS } from './record-parcels.ts';
import type { GiftInput } from './set-gift.ts';

/** The highest value of one product or credit in minor units, so that sums of gifts are exact. */
const MAX_VALUE_MINOR = 1e9;

const KIND =
  '`product`: the one product of the list; `choice`: the participant chooses `choices` of the products; `credit`: an amount to spend in the shop.';
const ENDS = 'Days after the sending after which it counts as received, unless the creator says otherwise.';

const ProductInput = Type.Object(
  {
    product_id: Type.Optional(text({ min: 1, max: 200, description: 'The id of the product in the store’s feed.' })),
    title: Type.Optional(nameText({ max: 200, description: 'Required for a product that is in no feed.' })),
    url: Type.Optional(webAddress()),
    value: Type.Optional(
      givenMoney({
        min: 0,
        max: MAX_VALUE_MINOR,
        description: 'Omitted: the price of the feed, if it is in the store’s currency.',
      }),
    ),
  },
  { additionalProperties: false },
);

const GiftInputBody = Type.Object(
  {
    kind: oneOf(GIFT_KINDS, { description: KIND }),
    products: Type.Optional(list(ProductInput, { max: MAX_GIFT_PRODUCTS, description: 'None for a credit.' })),
    choices: Type.Optional(
      whole({ min: 1, max: MAX_CHOICES, description: 'Only with `choice`: how many products a participant chooses.' }),
    ),
    value: Type.Optional(givenMoney({ min: 1, max: MAX_VALUE_MINOR, description: 'Only with `credit`.' })),
    credit_code: Type.Optional(
      nameText({
        max: 64,
        description: 'Only with `credit`: a code for all. Without it, each participant is sent one.',
      }),
    ),
    received_after_days: Type.Optional(
      whole({ min: 1, max: 90, description: `${ENDS} ${RECEIVED_AFTER_DAYS} by default.` }),
    ),
  },
  { additionalProperties: false },
);

export const GiftBody = Type.Object(
  { gift: Type.Unsafe<Static<typeof GiftInputBody> | null>(nullable(GiftInputBody)) },
  { additionalProperties: false },
);

const GiftProductRecord = Type.Object({
  id: id(),
  product_id: nullable(Type.String({ description: 'Null: it is in no feed.' })),
  title: Type.String(),
  url: nullable(Type.String()),
  value: minorMoney('The value of the product.'),
});

/** A gift without the code of a credit, which only participants and the store read. */
export const GiftRecord = Type.Object({
  kind: oneOf(GIFT_KINDS, { description: KIND }),
  choices: whole({ min: 0, description: 'How many of the products a participant receives; 0 for a credit.' }),
  value: minorMoney('The value for one participant; for a choice at most.'),
  received_after_days: whole({ min: 1, description: ENDS }),
  products: Type.Array(GiftProductRecord, { description: `At most ${MAX_GIFT_PRODUCTS}; none for a credit.` }),
});

export const CampaignGiftRecord = Type.Object({
  gift: nullable(
    Type.Object({
      ...GiftRecord.properties,
      credit_code: nullable(
        Type.String({
          description: 'The code of a credit for all. Null: there is none, or the caller may not know it.',
        }),
      ),
    }),
  ),
});

/** @throws InvalidInput naming a field that the kind of the gift requires or excludes, or an amount in another currency */
export function readGift({ gift }: Static<typeof GiftBody>, currency: string): GiftInput | null {
  if (gift === null) return null;
  const { kind, products = [], choices, value, credit_code: code } = gift;
  const errors: Record<string, string[]> = {};
  const counted = { product: [1, 1], choice: [2, MAX_GIFT_PRODUCTS], credit: [0, 0] } as const;
  const [least, most] = counted[kind];
  if (products.length < least || products.length > most)
    errors['gift.products'] = [
      least === most ? `must have ${least} entries with ${kind}` : `must have ${least} to ${most} entries`,
    ];
  if (kind === 'choice') {
    if (choices === undefined) errors['gift.choices'] = ['is required with choice'];
    else if (choices >= products.length && products.length >= least)
      errors['gift.choices'] = ['must be less than the number of products'];
  } else if (choices !== undefined) errors['gift.choices'] = ['must be given with choice only'];
  if (kind === 'credit') {
    if (value === undefined) errors['gift.value'] = ['is required with credit'];
  } else {
    if (value !== undefined) errors['gift.value'] = ['must be given with credit only'];
    if (code !== undefined) errors['gift.credit_code'] = ['must be given with credit only'];
  }
  const amounts = [{ field: 'gift.value', amount: value }];
  for (const [index, one] of products.entries())
    amounts.push({ field: `gift.products.${index}.value`, amount: one.value });
  for (const { field, amount } of amounts)
    if (amount !== undefined && amount.currency !== currency) errors[`${field}.currency`] = [`must be \`${currency}\``];
  const ids = products.flatMap(({ product_id: productId }) => productId ?? []);
  if (new Set(ids).size < ids.length) errors['gift.products'] = ['must not hold an entry twice'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return {
    kind,
    choices: choices ?? 1,
    creditMinor: value?.minor ?? 0,
    creditCode: code ?? null,
    receivedAfterDays: gift.received_after_days ?? RECEIVED_AFTER_DAYS,
    products: products.map((one) => ({
      productId: one.product_id ?? null,
      title: one.title ?? null,
      url: one.url ?? null,
      valueMinor: one.value?.minor ?? null,
    })),
  };
}

export const presentGift = ({ kind, choices, valueMinor, receivedAfterDays, products }: Gift, currency: string) => ({
  kind,
  choices,
  value: { minor: valueMinor, currency },
  received_after_days: receivedAfterDays,
  products: products.map((product) => ({
    id: product.id,
    product_id: product.productId,
    title: product.title,
    url: product.url,
    value: { minor: product.valueMinor, currency },
  })),
});

/** An address that creators open: https only. */
export const httpsAddress = () =>
  Type.String({
    format: 'uri',
    pattern: '^https://',
    maxLength: 500,
    'x-says': 'must be an address that begins with https://',
    examples: ['https://track.example/123'],
  });

export const ParcelsBody = Type.Object(
  {
    parcels: list(
      Type.Object(
        {
          participant_id: id(),
          carrier: Type.Optional(nameText({ max: 60, examples: ['PostNord'], description: 'Required for a parcel.' })),
          number: Type.Optional(nameText({ max: 60, description: 'The number of the parcel. Required for a parcel.' })),
          tracking_url: Type.Optional(httpsAddress()),
          credit_code: Type.Optional(
            nameText({ max: 64, description: 'The code of a credit, for this participant alone.' }),
          ),
          sent_at: Type.Optional(dateTime({ description: 'Now by default; within the last 90 days.' })),
        },
        { additionalProperties: false },
      ),
      { min: 1, max: MAX_PARCELS },
    ),
  },
  { additionalProperties: false },
);

export const ParcelsRecord = Type.Object({
  recorded: whole({ min: 0, description: 'Number of parcels. All of these participants are `product_sent`.' }),
});

export const NotReceivedBody = Type.Object(
  { text: words({ max: 500, description: 'What has happened, for the store.' }) },
  { additionalProperties: false },
);

const ParcelRecord = Type.Object({
  carrier: Type.String({ description: 'Empty: not stated.' }),
  number: Type.String({ description: 'Empty: not stated.' }),
  tracking_url: nullable(Type.String()),
  sent_at: dateTime(),
  delivered_at: nullable(dateTime({ description: 'As the carrier or the shop reported it; null: not known.' })),
  received_at: nullable(dateTime()),
  received_by_itself_at: nullable(
    dateTime({
      description: 'When it counts as received unless the creator says otherwise; null: only the creator decides.',
    }),
  ),
  not_received: nullable(
    Type.Object({ at: dateTime(), text: Type.String() }, { description: 'The creator says that it has not arrived.' }),
  ),
});

export const GivenRecord = Type.Object({
  given: nullable(
    Type.Object({
      gift: nullable(GiftRecord),
      value: nullable(minorMoney('The value of what the participant receives; null: not known yet.')),
      credit_code: nullable(Type.String({ description: 'The code of a credit; null: none yet.' })),
      products: Type.Array(
        Type.Object({
          id: id(),
          title: Type.String(),
          url: nullable(Type.String()),
          value: minorMoney('The value of the product.'),
          options: Type.String({
            description: 'Size, colour and the like; empty: nothing, or the store may not know it any more.',
          }),
        }),
        { description: 'The product, or what was chosen.' },
      ),
      is_open: Type.Boolean({ description: 'Whether the creator may choose and correct the address.' }),
      parcel: nullable(ParcelRecord),
    }),
  ),
});

export function presentGiven(given: Given | null, currency: string) {
  if (given === null) return { given: null };
  const { gift, valueMinor, creditCode, products, parcel, isOpen } = given;
  return {
    given: {
      gift: gift && presentGift(gift, currency),
      value: valueMinor === null ? null : { minor: valueMinor, currency },
      credit_code: creditCode,
      products: products.map((product) => ({
        id: product.id,
        title: product.title,
        url: product.url,
        value: { minor: product.valueMinor, currency },
        options: product.options,
      })),
      is_open: isOpen,
      parcel: parcel && presentParcel(parcel),
    },
  };
}

const presentParcel = (parcel: Parcel) => ({
  carrier: parcel.carrier,
  number: parcel.number,
  tracking_url: parcel.trackingUrl,
  sent_at: parcel.sentAt.toISOString(),
  delivered_at: parcel.deliveredAt?.toISOString() ?? null,
  received_at: parcel.receivedAt?.toISOString() ?? null,
  received_by_itself_at: parcel.receivedByItselfAt?.toISOString() ?? null,
  not_received: parcel.notReceived && { at: parcel.notReceived.at.toISOString(), text: parcel.notReceived.text },
});

nameSchemas({
  ParticipantGift: GivenRecord,
  Parcel: ParcelRecord,
  ParcelsInput: ParcelsBody,
  NotReceivedInput: NotReceivedBody,
  GiftProduct: GiftProductRecord,
  Gift: GiftRecord,
  CampaignGift: CampaignGiftRecord,
  CampaignGiftInput: GiftBody,
  GiftInput: GiftInputBody,
});
