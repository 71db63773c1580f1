import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { pageQuery, pageRequest, presentV2Page, sortOf } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import type { StoreDeps } from '../deps.ts';
import { listCategories } from './list-categories.ts';
import { listCreatorStores } from './list-creator-stores.ts';
import { listReturnAds } from './list-return-ads.ts';
import { listStoreGroups } from './list-store-groups.ts';
import { listStores } from './list-stores.ts';
import { listStoresByCategory } from './list-stores-by-category.ts';
import {
  presentCategory,
  presentCategoryWithStores,
  presentChoice,
  presentReturnAd,
  presentStore,
  presentStoreGroup,
} from './present.ts';
import {
  AdvertiserList,
  advertiserQuery,
  Categories,
  CategoryList,
  MAX_CATEGORIES,
  ReturnAdList,
  returnAdQuery,
  StoreGroupList,
  StoreList,
  StoresByCategory,
  storeGroupQuery,
  storeQuery,
  Toplist,
  toplistQuery,
} from './schemas.ts';

const LISTS = ['Reference lists'];
const CHOICE = ['Advertisers for creators'];

/** The lists that creators, stores and programs choose from. */
export function directoryRoutes(app: FastifyInstance, _parts: StoreDeps): void {
  storeRoutes(app);
  advertiserRoutes(app);
  categoryRoutes(app);
  marketRoutes(app);
}

function storeRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores',
    operationId: 'listStores',
    assistants: 'search',
    summary: 'List stores',
    description: 'Hidden and deactivated stores are listed only for their members and administrators.',
    tags: LISTS,
    policy: signedIn,
    query: storeQuery,
    replies: { 200: StoreList },
    handle: async ({ ctx, query, page, request }) => {
      const { query: text, store_group_id: storeGroupId, sort_by = 'id:asc' } = query;
      const stores = await listStores(ctx, { query: text, storeGroupId, sort: sortOf(sort_by), page });
      return presentV2Page(request, page, stores, presentStore);
    },
  });
}

function advertiserRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/advertisers',
    operationId: 'listAdvertisers',
    assistants: 'search',
    summary: 'List the advertisers that a creator can choose',
    description: 'Open stores that have not blocked the creator: the toplist first, then the others by id.',
    tags: CHOICE,
    policy: onUser('user'),
    query: advertiserQuery,
    replies: { 200: AdvertiserList },
    handle: async ({ ctx, resource, query, page, request, reply }) => {
      const { category_id: categoryId, include = [] } = query;
      const withMainRule = include.includes('mainUrlMatchingRule');
      const withCategories = include.includes('StoreCategories')
        ? { language: languageNamed(request, reply) }
        : undefined;
      const withDomains = include.includes('domains');
      const choice = { userId: resource.id, categoryId, withMainRule, withCategories, withDomains, page };
      return presentV2Page(request, page, await listCreatorStores(ctx, choice), presentChoice);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/stores-by-categories',
    operationId: 'listStoresByCategories',
    assistants: 'search',
    summary: 'List categories with the first stores that a creator can choose',
    tags: CHOICE,
    policy: onUser('user'),
    query: pageQuery(),
    replies: { 200: StoresByCategory },
    handle: async ({ ctx, resource, page, request, reply }) =>
      presentV2Page(
        request,
        page,
        await listStoresByCategory(ctx, { userId: resource.id, page, language: languageNamed(request, reply) }),
        presentCategoryWithStores,
      ),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/stores-by-toplist',
    operationId: 'listStoresByToplist',
    assistants: 'search',
    summary: 'List the toplist for a creator',
    tags: CHOICE,
    policy: onUser('user'),
    query: toplistQuery,
    replies: { 200: Toplist },
    handle: async ({ ctx, resource, page, request }) => {
      const stores = await listCreatorStores(ctx, { userId: resource.id, rankedOnly: true, page });
      return presentV2Page(request, page, stores, presentChoice);
    },
  });
}

function categoryRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/store-categories',
    operationId: 'listStoreCategories',
    assistants: 'search',
    summary: 'List all store categories',
    tags: LISTS,
    policy: signedIn,
    replies: { 200: Categories },
    handle: async ({ ctx, request, reply }) => {
      const page = pageRequest({ page: 1, size: MAX_CATEGORIES });
      return (await listCategories(ctx, { page, language: languageNamed(request, reply) })).items.map(presentCategory);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/advertiser-categories',
    operationId: 'listAdvertiserCategories',
    assistants: 'search',
    summary: 'List store categories by pages',
    tags: LISTS,
    policy: signedIn,
    query: pageQuery(),
    replies: { 200: CategoryList },
    handle: async ({ ctx, page, request, reply }) =>
      presentV2Page(
        request,
        page,
        await listCategories(ctx, { page, language: languageNamed(request, reply) }),
        presentCategory,
      ),
  });
}

function marketRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/advertiser-groups',
    operationId: 'listAdvertiserGroups',
    summary: 'List advertiser groups (store groups, markets)',
    tags: LISTS,
    policy: signedIn,
    query: storeGroupQuery,
    replies: { 200: StoreGroupList },
    handle: async ({ ctx, query, page, request }) => {
      const { return_ad_enabled: returnAdsOnly = false, sort_by = 'id:asc' } = query;
      const groups = await listStoreGroups(ctx, { returnAdsOnly, sort: sortOf(sort_by), page });
      return presentV2Page(request, page, groups, presentStoreGroup);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/return-ads',
    operationId: 'listReturnAds',
    summary: 'List return ads',
    tags: LISTS,
    policy: signedIn,
    query: returnAdQuery,
    replies: { 200: ReturnAdList },
    handle: async ({ ctx, query, page, request }) =>
      presentV2Page(request, page, await listReturnAds(ctx, { query: query.query, page }), presentReturnAd),
  });
}
