import { Type } from 'typebox';
import { id, oneOf } from '../../../platform/http/fields.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { OFFER_STATUSES } from './read-offers.ts';

export const OFFER_TYPES = ['standard', 'user_accept', 'store_accept', 'suggestion'] as const;

export const OfferRecord = Type.Object({
  id: id(),
  campaign_title: Type.String(),
  campaign_text: Type.String({ description: 'Empty when there is none.' }),
  has_product_seeding: Type.Boolean(),
  has_onetime_payment: Type.Boolean(),
  status: oneOf(OFFER_STATUSES, { description: 'Follows from dates, caps and what has been used of them.' }),
  image_url: Type.String({ description: 'A neutral picture until there is one.' }),
  image: Type.Null(),
  store_id: id(),
  token: Type.String({ description: 'Identifies the campaign to those who were given it.' }),
  type: oneOf(OFFER_TYPES),
});

export const OfferList = v2Envelope(OfferRecord);
