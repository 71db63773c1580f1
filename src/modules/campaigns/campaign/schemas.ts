import { Type } from 'typebox';
import { id, nameSchemas, oneOf } from '../../../platform/http/fields.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { wireSchemas } from '../../../platform/record-fields/field.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import { CAMPAIGN_STATUSES } from './read-campaigns.ts';

export const CampaignRecord = Type.Object({
  id: id(),
  ...wireSchemas(CAMPAIGN_FIELDS, 'v2', 'show'),
  status: oneOf(CAMPAIGN_STATUSES, { description: 'Derived from dates, caps and their usage.' }),
  image_url: Type.String({ description: 'A placeholder until there is a picture.' }),
  image: Type.Null(),
  store_id: id(),
  token: Type.String({ description: 'Identifies the campaign to users who have received it.' }),
});

export const CampaignList = v2Envelope(CampaignRecord);

nameSchemas({ Campaign: CampaignRecord });
