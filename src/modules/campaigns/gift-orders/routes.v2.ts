import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { NotFound } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { cursorQuery, presentCursor } from '../../../platform/pagination.ts';
import { writeAudit } from '../../accounts/index.ts';
import { onStoreOnly } from '../../stores/index.ts';
import { onCampaignAsStoreOnly } from '../policy.ts';
import { listGiftOrders } from './gift-order.ts';
import { GIFT_ORDER_ERRORS, reportGiftOrder } from './report-gift-order.ts';
import { requestGiftOrders } from './request-gift-orders.ts';
import {
  GiftOrderBody,
  GiftOrderPage,
  GiftOrderRecord,
  GiftOrdersBody,
  giftOrderStatus,
  presentGiftOrder,
} from './schemas.ts';

/** Gifts that a plugin orders in the store's shop. */
export function giftOrderRoutes(app: FastifyInstance): void {
  const common = { tags: ['Participants'], addition: true } as const;

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/offers/:offer/gift-orders',
    operationId: 'requestGiftOrders',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Request orders in the shop for the gifts of participants',
    description:
      'A plugin of the shop creates them and reports what is sent. Each participant must be accepted, and have given an address and chosen. Repeating a request has no effect, unless it has failed.',
    policy: onCampaignAsStoreOnly,
    body: GiftOrdersBody,
    replies: { 204: null },
    handle: async ({ ctx, resource: { id: campaignId, storeId }, body }) => {
      await requestGiftOrders(ctx, { campaignId, storeId, participantIds: body.participant_ids });
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/gift-orders',
    operationId: 'listGiftOrders',
    storeKey: 'gifts',
    summary: 'List the gifts to be ordered in the shop',
    description:
      'Oldest first, for a plugin of the shop. A key of the store needs the scope `gifts`, because addresses are shown until the gift is received. Each reading of addresses is an entry of the audit log.',
    policy: onStoreOnly('store'),
    query: { status: Type.Optional(giftOrderStatus()), ...cursorQuery() },
    replies: { 200: GiftOrderPage },
    handle: async ({ ctx, resource, query }) => {
      const { status, after, size } = query;
      const found = await listGiftOrders(ctx, { storeId: resource.id, status, after, size });
      const orders = found.slice(0, size);
      const addresses = orders.filter(({ delivery }) => delivery !== null).length;
      if (addresses > 0)
        await writeAudit(ctx.db, {
          actor: ctx.actor,
          action: 'store.gift_orders_read',
          subjectKind: 'store',
          subjectId: resource.id,
          details: { addresses },
        });
      return {
        data: orders.map(presentGiftOrder),
        meta: presentCursor(found.length > size ? orders.at(-1)!.id : null),
      };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/stores/:store/gift-orders/:gift_order',
    operationId: 'reportGiftOrder',
    scope: 'campaigns',
    presence: 'token',
    storeKey: 'gifts',
    summary: 'Report what the shop has done with a gift order',
    description:
      '`created` with the number of the order in the shop; reports of a sale with this number are then refused. `sent` with the parcel moves the participant as the store’s own entry does. Repeating it has no effect.',
    policy: onStoreOnly('store'),
    params: { gift_order: id({ kind: 'gift order' }) },
    body: GiftOrderBody,
    replies: { 200: GiftOrderRecord },
    errors: [...GIFT_ORDER_ERRORS, 404],
    handle: async ({ ctx, resource: { id: storeId }, params, body }) => {
      const { status, shop_order: shopOrder, carrier = '', number = '', tracking_url: url, failure = '' } = body;
      const report = { status, shopOrder, carrier, number, trackingUrl: url ?? null, failure };
      await reportGiftOrder(ctx, { storeId, id: params.gift_order, report });
      const [order] = await listGiftOrders(ctx, { storeId, id: params.gift_order, size: 1 });
      if (order === undefined) throw new NotFound('gift order');
      return presentGiftOrder(order);
    },
  });
}
