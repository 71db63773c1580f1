import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { MediaDeps } from '../deps.ts';
import { readFound } from './found-creator.ts';
import {
  creatorQuery,
  FoundCreatorPage,
  FoundCreatorRecord,
  filtersOf,
  presentFound,
  storeCreatorQuery,
} from './schemas.ts';
import { type FoundPage, searchCreators } from './search-creators.ts';

const tags = ['Finding creators'];
const creator = id({ kind: 'creator' });

/** The search for creators who are listed, for stores and administrators. */
export function findingRoutes(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  const presentPage = ({ items, next }: FoundPage) => ({
    data: items.map((found) => presentFound(found, publicUrl)),
    meta: presentCursor(next),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/creators',
    operationId: 'findCreators',
    assistants: 'search',
    summary: 'Find creators',
    description:
      'Creators who are listed by their own choice, without those whom the store has blocked. Results at other stores are shown in bands, with the creator’s consent only.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: storeCreatorQuery,
    replies: { 200: FoundCreatorPage },
    handle: async ({ ctx, resource, query, request, reply }) =>
      presentPage(
        await searchCreators(ctx, {
          ...filtersOf(query),
          storeId: resource.id,
          language: languageNamed(request, reply),
        }),
      ),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/creators/:creator',
    operationId: 'getFoundCreator',
    summary: 'Read a creator who is listed',
    tags,
    addition: true,
    policy: onStore('store'),
    params: { creator },
    errors: [404],
    replies: { 200: FoundCreatorRecord },
    handle: async ({ ctx, resource, params, request, reply }) => {
      const asked = { userIds: [params.creator], storeId: resource.id, language: languageNamed(request, reply) };
      const [found] = await readFound(ctx.db, asked);
      if (found === undefined) throw new NotFound('creator');
      return presentFound(found, publicUrl);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/admin/creators',
    operationId: 'adminFindCreators',
    summary: 'Find creators of the marketplace who are listed',
    description: 'The search of stores, without results at a store.',
    tags,
    addition: true,
    policy: adminOnly,
    query: creatorQuery,
    replies: { 200: FoundCreatorPage },
    handle: async ({ ctx, query, request, reply }) =>
      presentPage(
        await searchCreators(ctx, { ...filtersOf(query), storeId: null, language: languageNamed(request, reply) }),
      ),
  });
}
