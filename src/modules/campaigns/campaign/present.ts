import { showFields } from '../../../platform/record-fields/records.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { type CampaignSummary, SUMMARY_FIELDS } from './read-campaigns.ts';

/** Presents a campaign in version 2. */
export function presentCampaign(publicUrl: string, campaign: CampaignSummary) {
  return Object.assign(showFields(SUMMARY_FIELDS, 'v2', campaign), {
    id: campaign.id,
    campaign_title: titleOf(campaign),
    status: campaign.status,
    image_url: fileUrl(publicUrl, campaign.imageKey),
    image: null,
    store_id: campaign.storeId,
    token: campaign.token,
  });
}

/** Returns the campaign's title for creators. */
export const titleOf = ({ title, name }: Pick<CampaignSummary, 'title' | 'name'>): string =>
  title === '' ? name : title;
