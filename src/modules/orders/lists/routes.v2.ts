import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { addDays } from '../../../platform/calendar.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { EXPORT_MEDIA_TYPES, sendExport } from '../../../platform/export/export.ts';
import { operation } from '../../../platform/http/operation.ts';
import { jsonOrFile } from '../../../platform/http/replies.ts';
import { presentCursor, presentV2Page } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { onOrder } from '../policy.ts';
import { allOrderColumns, orderColumns } from './list-export.ts';
import { presentCreatorOrder, presentOrder } from './present.ts';
import {
  CREATOR_LIST_ORDER,
  checkFilters,
  DISPUTE_ORDER,
  listOrders,
  listOrdersAfter,
  readOrderBatches,
  STORE_LIST_ORDER,
} from './read-orders.ts';
import {
  AllOrderList,
  allOrderQuery,
  CreatorOrderList,
  creatorOrderListQuery,
  DisputeList,
  disputeListQuery,
  OrderList,
  OrderWithEvents,
  orderListQuery,
} from './schemas.ts';
import { showOrder } from './show-order.ts';

const tags = ['Orders'];
/** The days of the orders of all stores, unless others are asked for. */
const USUAL_DAYS = 90;

/** Orders as stores and creators read them. */
export function orderListRoutes(app: FastifyInstance, { calendar, publicUrl }: OrderDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/orders',
    operationId: 'listStoreOrders',
    assistants: 'tool',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'List a store’s orders',
    description:
      'Newest day first unless `sort_by` is given; including orders that are not attributed, with the reason. `format` returns all of them as a file.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: orderListQuery,
    replies: { 200: jsonOrFile(OrderList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, resource: store, query, page, request, reply }) => {
      const { user_id: userId, attributed: isAttributed, unresolved: isUnresolved, statuses, from, to } = query;
      const { contradicted: isContradicted } = query;
      const [orderId, words] = [query.order_id?.trim(), query.q?.trim() || undefined];
      const filters = {
        storeId: store.id,
        userId,
        orderId,
        text: words,
        isAttributed,
        isUnresolved,
        isContradicted,
        statuses,
        linkId: query.link_id,
        campaignId: query.offer_id,
        from,
        to,
      };
      await checkFilters(ctx, filters);
      const order = STORE_LIST_ORDER.by(query.sort_by);
      if (query.format !== undefined) {
        const batches = await readOrderBatches(ctx, filters, order);
        const day = calendar.dayOf(ctx.now().getTime());
        return sendExport(reply, query.format, {
          name: 'orders',
          language: query.lang,
          day,
          columns: orderColumns,
          batches,
        });
      }
      return presentV2Page(request, page, await listOrders(ctx, filters, page, order), presentOrder);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/orders/:order',
    operationId: 'getOrder',
    assistants: 'search',
    storeKey: true,
    storeKeyLimit: 'orders',
    summary: 'Read an order and its history',
    tags,
    addition: true,
    policy: onOrder,
    replies: { 200: OrderWithEvents },
    handle: async ({ ctx, resource }) => {
      const order = await showOrder(ctx, resource.id);
      if (order === null) throw new NotFound('order');
      return order;
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/admin/disputes',
    operationId: 'adminListDisputes',
    assistants: 'search',
    summary: 'List the orders of all stores that need a decision',
    description: 'Newest day first unless `sort_by` is given.',
    tags,
    addition: true,
    policy: adminOnly,
    query: disputeListQuery,
    replies: { 200: DisputeList },
    handle: async ({ ctx, query, page, request }) => {
      const found = await listOrders(ctx, { isUnresolved: true }, page, DISPUTE_ORDER.by(query.sort_by));
      return presentV2Page(request, page, found, (one) => ({ ...presentOrder(one), store_name: one.store.name }));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/admin/orders',
    operationId: 'adminListOrders',
    summary: 'List the orders of all stores',
    description:
      'Newest day first, of the last 90 days unless days or a number are given; including orders that are not attributed. `format` returns all of them as a file.',
    tags,
    addition: true,
    policy: adminOnly,
    query: allOrderQuery,
    replies: { 200: jsonOrFile(AllOrderList, 'A page, or the whole list as a file.', ...EXPORT_MEDIA_TYPES) },
    handle: async ({ ctx, query, reply }) => {
      const to = query.to ?? calendar.dayOf(ctx.now().getTime());
      const filters = {
        storeId: query.store_id,
        userId: query.user_id,
        orderIdBeginning: query.q,
        linkId: query.link_id,
        campaignId: query.offer_id,
        statuses: query.statuses,
        from: query.from ?? (query.q === undefined ? addDays(to, 1 - USUAL_DAYS) : undefined),
        to,
      };
      await checkFilters(ctx, filters);
      if (query.format !== undefined)
        return sendExport(reply, query.format, {
          name: 'orders',
          language: query.lang,
          day: to,
          columns: allOrderColumns,
          batches: await readOrderBatches(ctx, filters),
        });
      const { orders, next } = await listOrdersAfter(ctx, filters, query);
      return { data: orders.map((one) => ({ ...presentOrder(one), store: one.store })), meta: presentCursor(next) };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/orders',
    operationId: 'listUserOrders',
    assistants: 'tool',
    summary: 'List the orders of a creator',
    description: 'Newest day first unless `sort_by` is given.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: creatorOrderListQuery,
    replies: { 200: CreatorOrderList },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const { statuses, from, to } = query;
      const filters = { userId: user.id, statuses, linkId: query.link_id, campaignId: query.offer_id, from, to };
      await checkFilters(ctx, { from, to });
      const found = await listOrders(ctx, filters, page, CREATOR_LIST_ORDER.by(query.sort_by));
      return presentV2Page(request, page, found, (order) => presentCreatorOrder(publicUrl, order));
    },
  });
}
