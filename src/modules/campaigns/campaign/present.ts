import { showFields } from '../../../platform/record-fields/records.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { CAMPAIGN_FIELDS } from './fields.ts';
import type { Campaign } from './read-campaigns.ts';

/** Presents a campaign in version 2. */
export function presentCampaign(publicUrl: string, campaign: Campaign) {
  return Object.assign(showFields(CAMPAIGN_FIELDS, 'v2', campaign), {
    id: campaign.id,
    campaign_title: campaign.shownTitle,
    status: campaign.status,
    image_url: fileUrl(publicUrl, campaign.imageKey),
    image: null,
    store_id: campaign.storeId,
    token: campaign.token,
  });
}
