import { fileUrl } from '../../../platform/storage/file-url.ts';
import type { Offer } from './read-offers.ts';

/** A campaign as version 2 shows it. */
export function presentOffer(publicUrl: string, offer: Offer) {
  return {
    id: offer.id,
    campaign_title: offer.campaign.title === '' ? offer.name : offer.campaign.title,
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
