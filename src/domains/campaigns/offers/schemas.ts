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
  status: oneOf(OFFER_STATUSES, { description: 'Derived from dates, caps and their usage.' }),
  image_url: Type.String({ description: 'A placeholder until there is a picture.' }),
  image: Type.Null(),
  store_id: id(),
  token: Type.String({ description: 'Identifies the campaign to users who have received it.' }),
  type: oneOf(OFFER_TYPES),
});

export const OfferList = v2Envelope(OfferRecord);
