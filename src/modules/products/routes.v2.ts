import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../platform/auth/policy.ts';
import { id } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { file } from '../../platform/http/replies.ts';
import { MAX_PRODUCT_FEED_BYTES } from '../../platform/http/upload-limits.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { presentCursor, presentV2Page } from '../../platform/pagination.ts';
import { onUser } from '../accounts/index.ts';
import { onStore } from '../stores/index.ts';
import { deleteFeed, lockFeed, readFeedOf, saveFeed } from './feed/feed.ts';
import { requestRun, uploadFeed } from './feed/request-run.ts';
import { listRuns } from './feed/runs.ts';
import { type FeedColumns, ITEM_FIELDS, type ItemField } from './parse/raw-item.ts';
import { PICTURE_TYPES } from './pictures/picture-type.ts';
import { ProductPictures } from './pictures/product-pictures.ts';
import { presentAlert, presentFeed, presentProduct, presentRun } from './present.ts';
import {
  AlertList,
  alertQuery,
  FeedBody,
  FeedRecord,
  ProductPageReply,
  productQuery,
  RunList,
  RunRecord,
  runQuery,
  uploadQuery,
} from './schemas.ts';
import { listAlerts } from './search/list-alerts.ts';
import { listProducts } from './search/list-products.ts';

/** The dependencies of the routes of products. */
export interface ProductDeps {
  outbound: Outbound;
  publicUrl: string;
}

/** An uploaded feed is held in memory and in the database until it is read; a larger one is fetched from a URL. */

const tags = ['Products'];

/** Version 2 of product feeds, the search for products and the alerts about them. */
export function productRoutesV2(app: FastifyInstance, deps: ProductDeps): void {
  feedRoutes(app, deps);
  runRoutes(app);
  searchRoutes(app, deps);
}

function feedRoutes(app: FastifyInstance, deps: ProductDeps): void {
  const shared = { tags, addition: true, policy: onStore('store'), url: '/v2/stores/:store/product-feed' } as const;

  operation(app, {
    ...shared,
    method: 'GET',
    operationId: 'getProductFeed',
    summary: 'Read the product feed of a store',
    replies: { 200: FeedRecord },
    version: versionOf,
    handle: async ({ ctx, resource }) => presentFeed(await readFeedOf(ctx, resource.id)),
  });

  operation(app, {
    ...shared,
    method: 'PUT',
    operationId: 'saveProductFeed',
    scope: 'administration',
    presence: 'token',
    summary: 'Set the product feed of a store',
    description: 'A feed with a schedule is fetched within a minute, and then by the schedule.',
    body: FeedBody,
    replies: { 200: FeedRecord },
    current: async ({ ctx, resource }) => versionOf(presentFeed(await lockFeed(ctx, resource.id))),
    handle: async ({ ctx, resource, body }) =>
      presentFeed(await saveFeed(ctx, deps, { storeId: resource.id, ...body })),
  });

  operation(app, {
    ...shared,
    method: 'DELETE',
    operationId: 'deleteProductFeed',
    scope: 'administration',
    presence: 'token',
    summary: 'Remove the product feed of a store',
    description: 'Its products disappear from the search. Links to them remain.',
    replies: { 204: null },
    errors: [409],
    handle: async ({ ctx, resource }) => deleteFeed(ctx, resource.id),
  });
}

const versionOf = ({ url, format, schedule, columns }: ReturnType<typeof presentFeed>) => ({
  url,
  format,
  schedule,
  columns,
});

function runRoutes(app: FastifyInstance): void {
  const shared = { tags, addition: true, policy: onStore('store') } as const;

  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/stores/:store/product-feed/runs',
    operationId: 'listProductFeedRuns',
    assistants: 'search',
    summary: 'List the runs of a product feed',
    description: 'Newest first, each with its counts and the first 100 errors. Kept for 90 days.',
    query: runQuery,
    replies: { 200: RunList },
    handle: async ({ ctx, resource, page, request }) =>
      presentV2Page(request, page, await listRuns(ctx, resource.id, page), presentRun),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/stores/:store/product-feed/runs',
    operationId: 'runProductFeed',
    scope: 'administration',
    presence: 'token',
    summary: 'Fetch a product feed now',
    description: 'Returns the queued run. The list of runs shows its result.',
    replies: { 202: RunRecord },
    errors: ['no_feed_url', 409],
    handle: async ({ ctx, resource }) => presentRun(await requestRun(ctx, resource.id)),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    url: '/v2/stores/:store/product-feed/uploads',
    operationId: 'uploadProductFeed',
    scope: 'administration',
    presence: 'token',
    summary: 'Upload a product feed',
    description:
      'The file replaces the products of the store, as a feed that is fetched does. A larger feed is fetched from a URL.',
    query: uploadQuery,
    upload: {
      field: 'file',
      maxBytes: MAX_PRODUCT_FEED_BYTES,
      description: 'A feed as XML, CSV or TSV, also compressed with gzip.',
    },
    replies: { 202: RunRecord },
    errors: [409],
    handle: async ({ ctx, resource, query, upload }) =>
      presentRun(
        await uploadFeed(ctx, {
          storeId: resource.id,
          format: query.format,
          columns: columnsOf(query),
          content: upload.content,
        }),
      ),
  });
}

function columnsOf(query: Partial<Record<`column_${ItemField}`, string>>): FeedColumns {
  const given = ITEM_FIELDS.flatMap((field) => {
    const column = query[`column_${field}`];
    return column === undefined ? [] : [[field, column]];
  });
  return Object.fromEntries(given);
}

function searchRoutes(app: FastifyInstance, { publicUrl, outbound }: ProductDeps): void {
  const pictures = new ProductPictures(outbound);
  operation(app, {
    method: 'GET',
    url: '/v2/products',
    operationId: 'listProducts',
    assistants: 'tool',
    summary: 'Search products',
    description:
      'Products of the stores to which the caller can make links. Pass the `url` of one, with the id of its advertiser, to `POST /v2/affiliate-links` for a link.',
    tags,
    addition: true,
    policy: signedIn,
    query: productQuery,
    replies: { 200: ProductPageReply },
    handle: async ({ ctx, query }) => {
      const { q: text, store: storeId, min_price: minPrice, max_price: maxPrice, on_sale: onSale, ...rest } = query;
      const { items, next } = await listProducts(ctx, { ...rest, text, storeId, minPrice, maxPrice, onSale });
      return { data: items.map(presentProduct), meta: presentCursor(next), next };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/products/:product/picture',
    operationId: 'getProductPicture',
    summary: 'The picture of a product',
    description:
      'Loaded from the store’s server by this service, so that the store does not learn who looks at it. For products of stores to which the caller can make links.',
    tags,
    addition: true,
    policy: signedIn,
    params: { product: id() },
    // A page of products has many pictures, and browsers keep them.
    rateLimited: false,
    errors: [404],
    replies: { 200: file('The picture.', ...PICTURE_TYPES) },
    handle: async ({ ctx, params, reply }) => {
      const { mediaType, content } = await pictures.read(ctx, params.product);
      reply
        .header('cache-control', 'private, max-age=86400')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(mediaType);
      return content;
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/product-alerts',
    operationId: 'listProductAlerts',
    assistants: 'search',
    summary: 'List changes of products that a creator links to',
    description:
      'Price drops, and products that their store’s feed no longer has; of the last 30 days, the latest first.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: alertQuery,
    replies: { 200: AlertList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const alerts = await listAlerts(ctx, { userId: resource.id, kind: query.kind, page });
      return presentV2Page(request, page, alerts, (alert) => presentAlert(publicUrl, alert));
    },
  });
}
