import type { Offer } from './read-offer.ts';

/** A campaign as version 2 shows it. */
export function presentOffer(publicUrl: string, offer: Offer) {
  return {
    id: offer.id,
    campaign_title: offer.title,
    campaign_text: offer.text,
    has_product_seeding: offer.hasProductSeeding,
    has_onetime_payment: offer.hasOnetimePayment,
    status: offer.status,
    image_url: `${publicUrl}/files/${offer.imageKey ?? 'placeholder/logo.svg'}`,
    image: null,
    store_id: offer.storeId,
    token: offer.token,
    type: offer.type,
  };
}
