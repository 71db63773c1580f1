import type { FastifyInstance } from 'fastify';
import { EXPORT_MEDIA_TYPES, sendExport } from '../../../platform/export/export.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { presentLegacyPage } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { orderColumns } from './list-export.ts';
import { presentLegacyOrder } from './present.ts';
import { checkFilters, listOrders, readOrderBatches } from './read-orders.ts';
import { LegacyOrderList, legacyOrderListQuery } from './schemas.ts';

/** A store's orders under unversioned paths. */
export function legacyOrderRoutes(app: FastifyInstance, { calendar, publicUrl }: OrderDeps): void {
  operation(app, {
    method: 'GET',
    url: '/advertiser/stores/:id/orders',
    operationId: 'listAdvertiserOrders',
    summary: 'List the attributed orders of a store',
    description:
      'Newest day first. Orders that are not attributed are omitted. `format` csv or xlsx returns all of them as a file.',
    tags: ['Orders'],
    policy: onStore('id'),
    query: legacyOrderListQuery,
    replies: { 200: jsonOrFile(LegacyOrderList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource: store, query, page, request, reply }) => {
      const filters = { storeId: store.id, userId: query.user_id, from: query.from, to: query.to, isAttributed: true };
      await checkFilters(ctx, filters);
      if (query.format === 'csv' || query.format === 'xlsx') {
        const batches = await readOrderBatches(ctx, filters);
        const day = calendar.dayOf(ctx.now().getTime());
        return sendExport(reply, query.format, {
          name: 'orders',
          language: query.lang,
          day,
          columns: orderColumns,
          batches,
        });
      }
      return presentLegacyPage(request, publicUrl, page, await listOrders(ctx, filters, page), presentLegacyOrder);
    },
  });
}
