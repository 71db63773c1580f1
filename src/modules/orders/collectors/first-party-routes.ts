import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { Forbidden, NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { firstPartyPixel, isPageOfStore } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { findStoreByTrackingKey } from './find-store.ts';
import { answerPageReport } from './page-report-route.ts';
import { sharedPixel } from './pixel-route.ts';
import type { FindStore } from './remember-stores.ts';
import { scriptOf, scriptReply } from './script-reply.ts';
import { sharedScript } from './script-route.ts';

/**
 * The script and the image for the proxy of a store, which serves them from the store's own domain. Nothing about the proxy is trusted:
 * forwarded addresses and hosts are not read, and a report has the rank of every other report of a page.
 */
export function firstPartyRoutes(app: FastifyInstance, deps: OrderDeps, findStore: FindStore): void {
  // The reply becomes a reply of the store's host, so it must not contain declarations about our host.
  app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('strict-transport-security');
  });

  operation(app, {
    ...sharedScript,
    method: 'GET',
    url: '/trb/:key.js',
    operationId: 'getFirstPartyScript',
    summary: 'The script for a shop’s pages, through the store’s own domain',
    description:
      'For a proxy of the store (docs/guides/first-party.md). The same script as `/t/{key}.js`, but it reports orders to the address that it was loaded from.',
    publicWrite: 'proxiedReport',
    errors: [404],
    handle: async ({ ctx, params, request, reply }) => {
      const store = await findStore(ctx, params.key);
      if (store === null) throw new NotFound('store');
      const script = scriptOf(store, firstPartyPixel(store.trackingKey));
      const { status, headers, body } = scriptReply(script, request.headers['if-none-match']);
      reply.code(status).headers(headers);
      return body;
    },
  });

  operation(app, {
    ...sharedPixel,
    method: 'GET',
    url: '/trb/:key.gif',
    operationId: 'reportOrderByFirstPartyPixel',
    summary: 'Report an order through the store’s own domain',
    description:
      'For a proxy of the store (docs/guides/first-party.md). The same report as `/px/{key}.gif`. If the request names its page (`Origin`, `Referer`), the page must be on a proven ' +
      'domain of the store.',
    publicWrite: 'proxiedReport',
    errors: [403, 404, 'gift_order'],
    handle: async ({ ctx, params, query, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const store = await findStoreByTrackingKey(ctx, params.key);
      if (store === null) throw new NotFound('store');
      await refuseForeignPage(ctx, store.id, request);
      return answerPageReport(ctx, deps, { storeId: store.id, query, request, reply, isProxied: true });
    },
  });
}

/**
 * Refuses a report that a browser sends from a page of another site, which would misuse the store's address. Programs can set
 * these headers freely, so the check proves nothing about the order.
 * @throws Forbidden
 */
async function refuseForeignPage(
  ctx: Pick<Context, 'db'>,
  storeId: number,
  { headers }: FastifyRequest,
): Promise<void> {
  const { origin, referer } = headers;
  const page = origin === undefined || origin === 'null' ? referer : origin;
  const isOwn =
    page === undefined ? headers['sec-fetch-site'] !== 'cross-site' : await isPageOfStore(ctx, { storeId, page });
  if (!isOwn) throw new Forbidden('forbidden', 'The page is not on a proven domain of the store.');
}
