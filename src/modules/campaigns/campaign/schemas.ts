import { Type } from 'typebox';
import { id, oneOf } from '../../../platform/http/fields.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { CAMPAIGN_STATUSES } from './read-campaigns.ts';

export const CAMPAIGN_TYPES = ['standard', 'user_accept', 'store_accept', 'suggestion'] as const;

export const CampaignRecord = Type.Object({
  id: id(),
  campaign_title: Type.String(),
  campaign_text: Type.String({ description: 'Empty when there is none.' }),
  has_product_seeding: Type.Boolean(),
  has_onetime_payment: Type.Boolean(),
  status: oneOf(CAMPAIGN_STATUSES, { description: 'Derived from dates, caps and their usage.' }),
  image_url: Type.String({ description: 'A placeholder until there is a picture.' }),
  image: Type.Null(),
  store_id: id(),
  token: Type.String({ description: 'Identifies the campaign to users who have received it.' }),
  type: oneOf(CAMPAIGN_TYPES),
});

export const CampaignList = v2Envelope(CampaignRecord);
