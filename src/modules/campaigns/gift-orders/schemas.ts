import { Type } from 'typebox';
import { dateTime, id, list, nameSchemas, nameText, nullable, oneOf, text } from '../../../platform/http/fields.ts';
import { cursorPage } from '../../../platform/pagination.ts';
import { addressShown, OPTIONS } from '../deliveries/schemas.ts';
import { httpsAddress } from '../gifts/schemas.ts';
import { GIFT_ORDER_STATUSES, type GiftOrder } from './gift-order.ts';
import { MAX_GIFT_ORDERS } from './request-gift-orders.ts';

export const giftOrderStatus = () => oneOf(GIFT_ORDER_STATUSES);

export const GiftOrdersBody = Type.Object(
  { participant_ids: list(id(), { min: 1, max: MAX_GIFT_ORDERS }) },
  { additionalProperties: false },
);

export const GiftOrderBody = Type.Object(
  {
    status: oneOf(['created', 'sent', 'delivered', 'failed']),
    shop_order: Type.Optional(
      text({
        min: 1,
        max: 128,
        description: 'The number of the order in the shop. Required once, unless it has failed.',
      }),
    ),
    carrier: Type.Optional(nameText({ max: 60, description: 'Required with `sent`.' })),
    number: Type.Optional(nameText({ max: 60, description: 'The number of the parcel. Required with `sent`.' })),
    tracking_url: Type.Optional(httpsAddress()),
    failure: Type.Optional(text({ max: 300, description: 'Why it has failed, for the store.' })),
  },
  { additionalProperties: false },
);

export const GiftOrderRecord = Type.Object({
  id: id(),
  offer_id: id({ description: 'The campaign.' }),
  participant_id: id(),
  status: giftOrderStatus(),
  shop_order: nullable(Type.String({ description: 'The number of the order in the shop.' })),
  failure: Type.String({ description: 'Why the shop could not create it; empty: nothing.' }),
  requested_at: dateTime(),
  products: Type.Array(
    Type.Object({
      product_id: nullable(Type.String({ description: 'The product of the store’s feed; null: it is in no feed.' })),
      title: Type.String(),
      url: nullable(Type.String()),
      options: Type.String({ description: `${OPTIONS} Empty: none.` }),
    }),
  ),
  address: nullable(
    Type.Object(addressShown, { description: 'Null: the participant has removed it, or has received the gift.' }),
  ),
});
export const GiftOrderPage = cursorPage(GiftOrderRecord);

export const presentGiftOrder = (order: GiftOrder) => ({
  id: order.id,
  offer_id: order.campaignId,
  participant_id: order.participantId,
  status: order.status,
  shop_order: order.shopOrder,
  failure: order.failure,
  requested_at: order.requestedAt.toISOString(),
  products: order.products.map(({ productId, title, url, options }) => ({
    product_id: productId,
    title,
    url,
    options,
  })),
  address: order.delivery && {
    recipient: order.delivery.recipient,
    street: order.delivery.street,
    postal_code: order.delivery.postalCode,
    city: order.delivery.city,
    country: order.delivery.country,
    phone: order.delivery.phone,
    size: order.delivery.size,
    colour: order.delivery.colour,
    note: order.delivery.note,
  },
});

nameSchemas({
  GiftOrder: GiftOrderRecord,
  GiftOrderPage,
  GiftOrderInput: GiftOrderBody,
  GiftOrdersInput: GiftOrdersBody,
});
