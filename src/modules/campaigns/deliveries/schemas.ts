import { Type } from 'typebox';
import {
  countryCode,
  dateTime,
  day,
  id,
  list,
  nameSchemas,
  nameText,
  nullable,
  oneOf,
  text,
} from '../../../platform/http/fields.ts';
import { DELIVERY_KEPT_DAYS } from '../../../platform/limits.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { MAX_CHOICES } from '../gifts/gift.ts';
import { BEFORE_RECEIPT } from './delivery.ts';

const address = {
  recipient: nameText({ max: 140, examples: ['Alex Andersson'] }),
  street: nameText({ max: 140, examples: ['Storgatan 1'] }),
  postal_code: nameText({ max: 16, examples: ['111 22'] }),
  city: nameText({ max: 70, examples: ['Stockholm'] }),
  country: countryCode({ examples: ['SE'] }),
};
const optional = (max: number, description: string) => text({ max, description });
const PHONE = 'For the carrier.';
const SIZE = 'The size of the product.';
const COLOUR = 'Its colour.';
export const OPTIONS = 'Size, colour and the like of the product.';
const NOTE = 'What else the store should know.';

export const DeliveryBody = Type.Object(
  {
    ...address,
    phone: Type.Optional(optional(40, PHONE)),
    size: Type.Optional(optional(40, SIZE)),
    colour: Type.Optional(optional(40, COLOUR)),
    note: Type.Optional(optional(500, NOTE)),
    choices: Type.Optional(
      list(
        Type.Object(
          {
            product_id: id({ description: 'The id of the product in the gift.' }),
            options: Type.Optional(optional(120, OPTIONS)),
          },
          { additionalProperties: false },
        ),
        {
          max: MAX_CHOICES,
          description:
            'What you choose, as many as the gift says. Omitted: what was saved before, or nothing yet; the address is saved in any case. Only if the gift is a choice.',
        },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The details as they are read. */
export const addressShown = {
  recipient: Type.String(),
  street: Type.String(),
  postal_code: Type.String(),
  city: Type.String(),
  country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
  phone: Type.String({ description: `${PHONE} Empty: none.` }),
  size: Type.String({ description: `${SIZE} Empty: none.` }),
  colour: Type.String({ description: `${COLOUR} Empty: none.` }),
  note: Type.String({ description: `${NOTE} Empty: nothing.` }),
};
const shown = {
  ...addressShown,
  updated_at: dateTime(),
  kept_until: nullable(
    day({
      description: `The day (UTC) on which it is removed: ${DELIVERY_KEPT_DAYS} days after the end of the campaign or of the participation. Null: there is no end yet.`,
    }),
  ),
};

export const DeliveryRecord = Type.Object({
  is_wanted: Type.Boolean({ description: 'The participant is to receive products of the store.' }),
  delivery: nullable(Type.Object(shown, { description: 'Null: nothing is saved, or the store may not know it.' })),
});

const PackingLine = Type.Object({
  participant_id: id(),
  status: oneOf(BEFORE_RECEIPT),
  creator: Type.String({ description: 'The public name.' }),
  products: Type.Array(
    Type.Object({ id: id(), title: Type.String(), options: Type.String({ description: `${OPTIONS} Empty: none.` }) }),
    { description: 'Empty: the campaign names none, or the participant has not chosen.' },
  ),
  parcel: Type.String({ description: 'The number of the parcel. Empty: none.' }),
  delivery: nullable(Type.Object(shown, { description: 'Null: the participant has not said where.' })),
});
export const PackingList = v2Envelope(PackingLine);

nameSchemas({ ParticipantDelivery: DeliveryRecord, PackingLine, PackingListPage: PackingList });
