import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { operation } from '../../../platform/http/operation.ts';
import { legacyUserTagFields, onStore, presentLegacyTag } from '../../stores/index.ts';
import { presentLegacyOffer } from '../offers/present.legacy.ts';
import { legacyOfferFields } from '../offers/schemas.legacy.ts';
import { listTaggedOffers, MOST_TAGGED_OFFERS, MOST_TAGS } from './list-tagged-offers.ts';

const TaggedOffers = Type.Array(
  Type.Object({
    ...legacyUserTagFields,
    offers: Type.Array(Type.Object(legacyOfferFields), { description: 'Newest first; deleted ones are left out.' }),
  }),
  {
    maxItems: MOST_TAGS,
    description: `By id: at most ${MOST_TAGS} tags, and of all their offers the ${MOST_TAGGED_OFFERS} newest.`,
  },
);

/** User tags with the campaigns that target them. */
export function userTagRoutesLegacy(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/stores/:id/user-tags',
    operationId: 'listStoreUserTags',
    summary: 'List the user tags that a store may use, with its campaigns that target them',
    description: 'Common tags and the store’s own.',
    tags: ['Store management'],
    policy: onStore('id'),
    replies: { 200: TaggedOffers },
    handle: async ({ ctx, resource }) =>
      (await listTaggedOffers(ctx, { storeId: resource.id })).map(({ tag, offers }) => ({
        ...presentLegacyTag(tag),
        offers: offers.map(presentLegacyOffer),
      })),
  });
}
