import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { NotFound } from '../../../platform/errors/errors.ts';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentOffer } from '../offers/present.ts';
import { readOffers } from '../offers/read-offers.ts';
import { OfferRecord } from '../offers/schemas.ts';
import type { CampaignParts } from '../parts.ts';
import { onOffer } from '../policy.ts';
import { bytesOfText, setOfferImage } from './set-image.ts';

/** Maximum length of a picture as text, in characters. */
const MOST_CHARACTERS = 10_240;

const ImageBody = Type.Object({
  default: text({
    min: 1,
    max: MOST_CHARACTERS,
    description: 'A PNG or JPEG of at most 25 million pixels, as base64 or as a data URI in base64.',
  }),
});

/** Sets a campaign's picture. */
export function offerImageRoutes(app: FastifyInstance, { publicUrl, storage }: CampaignParts): void {
  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/uploads',
    operationId: 'uploadOfferImage',
    summary: 'Set a campaign’s picture',
    description:
      'A picture larger than 1024 pixels is scaled down. Pictures are rotated upright and stripped of metadata. ' +
      'Replaces the previous picture.',
    tags: ['Campaigns'],
    policy: onOffer,
    body: ImageBody,
    replies: { 200: OfferRecord },
    handle: async ({ ctx, resource, body }) => {
      const file = bytesOfText(body.default, 'default');
      await setOfferImage(ctx, storage, { offerId: resource.id, file, field: 'default' });
      const [offer] = await readOffers(ctx, [resource.id]);
      if (offer === undefined) throw new NotFound('offer');
      return presentOffer(publicUrl, offer);
    },
  });
}
