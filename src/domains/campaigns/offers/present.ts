import { fileUrl } from '../../../platform/storage/file-url.ts';
import type { Offer } from './read-offers.ts';

/** Presents a campaign in version 2. */
export function presentOffer(publicUrl: string, offer: Offer) {
  return {
    id: offer.id,
    campaign_title: titleOf(offer),
    campaign_text: offer.campaign.text,
    has_product_seeding: offer.hasProductSeeding,
    has_onetime_payment: offer.hasOnetimePayment,
    status: offer.status,
    image_url: fileUrl(publicUrl, offer.imageKey),
    image: null,
    store_id: offer.storeId,
    token: offer.token,
    type: offer.type,
  };
}

/** Returns the campaign's title for creators. */
export const titleOf = ({ campaign, name }: Offer): string => (campaign.title === '' ? name : campaign.title);
