import type { FastifyInstance } from 'fastify';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentLegacyPage } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { MediaDeps } from '../deps.ts';
import { findStory } from './find-story.ts';
import { listStoreMedia } from './list-store-media.ts';
import { presentStoreMedia } from './present.ts';
import { StoreMediaList, Story, storeMediaQuery } from './schemas.ts';

const common = { tags: ['Store media'], policy: onStore('id') };

/** Media that creators have published about a store and show to it. */
export function storeMediaRoutesLegacy(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/stores/:id/media',
    operationId: 'listStoreMedia',
    summary: 'List creators’ media about a store',
    description: 'Media with a link to the store that their creators show to it. The figures are the link’s totals.',
    query: storeMediaQuery,
    replies: { 200: StoreMediaList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const { type, identifier, order_by: orderBy = 'created_at' } = query;
      const media = await listStoreMedia(ctx, { storeId: resource.id, type, identifier, orderBy, page });
      return presentLegacyPage(request, publicUrl, page, media, (one) => presentStoreMedia(publicUrl, one));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/stores/:id/socialStorys/:username/:image',
    operationId: 'getSocialStory',
    summary: 'Read the media type of a story',
    description: 'For a medium in the store’s list.',
    params: {
      username: text({ min: 1, max: 255, description: 'The account where it was published.' }),
      image: text({ min: 1, max: 255, description: 'The last part of its `url`, or its id at the platform.' }),
    },
    errors: [404],
    replies: { 200: Story },
    handle: async ({ ctx, resource, params: { username, image } }) => ({
      data: { type: await findStory(ctx, { storeId: resource.id, username, image }) },
    }),
  });
}
