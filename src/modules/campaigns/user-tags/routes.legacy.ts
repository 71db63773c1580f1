import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { operation } from '../../../platform/http/operation.ts';
import { legacyUserTagFields, onStore, presentLegacyTag } from '../../stores/index.ts';
import { presentLegacyCampaign } from '../campaign/present.legacy.ts';
import { legacyCampaignFields } from '../campaign/schemas.legacy.ts';
import { listTaggedCampaigns, MAX_TAGGED_CAMPAIGNS, MAX_TAGS } from './list-tagged-campaigns.ts';

const TaggedCampaigns = Type.Array(
  Type.Object({
    ...legacyUserTagFields,
    offers: Type.Array(Type.Object(legacyCampaignFields), { description: 'Newest first; deleted ones are left out.' }),
  }),
  {
    maxItems: MAX_TAGS,
    description: `By id: at most ${MAX_TAGS} tags, and of all their offers the ${MAX_TAGGED_CAMPAIGNS} newest.`,
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
    replies: { 200: TaggedCampaigns },
    handle: async ({ ctx, resource }) =>
      (await listTaggedCampaigns(ctx, { storeId: resource.id })).map(({ tag, campaigns }) => ({
        ...presentLegacyTag(tag),
        offers: campaigns.map(presentLegacyCampaign),
      })),
  });
}
