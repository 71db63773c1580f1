import { fileUrl } from '../../../platform/storage/file-url.ts';
import type { Campaign } from './read-campaigns.ts';

/** Presents a campaign in version 2. */
export function presentCampaign(publicUrl: string, campaign: Campaign) {
  return {
    id: campaign.id,
    campaign_title: titleOf(campaign),
    campaign_text: campaign.campaign.text,
    has_product_seeding: campaign.hasProductSeeding,
    has_onetime_payment: campaign.hasOnetimePayment,
    status: campaign.status,
    image_url: fileUrl(publicUrl, campaign.imageKey),
    image: null,
    store_id: campaign.storeId,
    token: campaign.token,
    type: campaign.type,
  };
}

/** Returns the campaign's title for creators. */
export const titleOf = ({ campaign, name }: Campaign): string => (campaign.title === '' ? name : campaign.title);
