import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateTime, id, money, nameSchemas, nameText, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { personReply } from '../../accounts/index.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import type { OrderDeps } from '../deps.ts';
import { onVoucher } from '../policy.ts';
import { STATUSES } from '../reports/order-row.ts';
import { createVoucher, deleteVoucher, listVouchers, VOUCHER_ORDER, type Voucher } from './vouchers.ts';
import { listWaitingOrders, type WaitingOrder } from './waiting-orders.ts';

const tags = ['Orders'];

const VoucherRecord = Type.Object(
  {
    id: id(),
    code: Type.String(),
    user: personReply(),
    affiliate_link_id: id({ description: 'The link to which its orders are attributed.' }),
    created_at: dateTime(),
    valid_from: nullable(
      dateTime({ description: 'Orders that were placed from then on are the creator’s; null: since ever.' }),
    ),
    exclusive: Type.Boolean({
      description: 'Orders that name it are always the creator’s, also if they name a click of another creator.',
    }),
  },
  { description: 'A creator’s voucher. (The body is an addition.)' },
);

const WaitingOrderRecord = Type.Object(
  {
    id: id(),
    order_id: Type.String({ description: 'The shop’s own number of the order.' }),
    status: oneOf(STATUSES),
    order_at: dateTime(),
    value: money({ description: 'As the store reported it, less refunds.' }),
    voucher_code: Type.String({ description: 'The code as it was reported.' }),
    user: personReply({ description: 'The creator to whom the order is offered.' }),
  },
  { description: 'An order that a voucher offers. (The body is an addition.)' },
);

/** Vouchers: codes by which orders are attributed to a creator without a click. */
export function voucherRoutes(app: FastifyInstance, deps: OrderDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/vouchers',
    operationId: 'listVouchers',
    assistants: 'search',
    storeKey: true,
    summary: 'List a store’s vouchers',
    description: 'Newest first unless `sort_by` is given.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: {
      user_id: Type.Optional(id({ description: 'Vouchers of this creator.' })),
      sort_by: VOUCHER_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(VoucherRecord) },
    handle: async ({ ctx, resource: store, query, page, request }) => {
      const vouchers = await listVouchers(ctx, { storeId: store.id, userId: query.user_id, sort: query.sort_by }, page);
      return presentV2Page(request, page, vouchers, presentVoucher);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/vouchers',
    operationId: 'createVoucher',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    summary: 'Create a voucher for a creator',
    description:
      'An order with this code and without a click is attributed to the creator. Codes are compared as people read them: case, width, white space, invisible characters and HTML entities do not matter. An order belongs to the creator to whom the code belonged when it was placed. Earlier orders with the code that belong to nobody are offered to the store (`waiting-orders`).',
    tags,
    addition: true,
    policy: onStore('store'),
    body: Type.Object({
      code: nameText({ max: 64, examples: ['LINNEA15'] }),
      user_id: id(),
      valid_from: Type.Optional(
        dateTime({
          description: 'Orders with the code that were placed from then on are the creator’s; defaults to now.',
        }),
      ),
      exclusive: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Orders that name the code are always the creator’s, whatever the attribution rules of the store and its campaigns. It cannot be changed later.',
        }),
      ),
    }),
    replies: { 201: VoucherRecord },
    errors: ['voucher_exists', 'no_domain', 'no_matching_store', 'url_blocked', 'store_not_visible', 'user_suspended'],
    handle: async ({ ctx, resource: store, body }) =>
      presentVoucher(
        await createVoucher(ctx, deps, {
          storeId: store.id,
          code: body.code.trim(),
          userId: body.user_id,
          validFrom: body.valid_from === undefined ? undefined : new Date(body.valid_from),
          isExclusive: body.exclusive,
        }),
      ),
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/stores/:store/vouchers/:voucher',
    operationId: 'deleteVoucher',
    scope: 'orders',
    presence: 'token',
    storeKey: true,
    summary: 'Delete a voucher',
    description: 'Orders that were placed until now are the creator’s, also if they are reported later.',
    tags,
    addition: true,
    policy: onVoucher,
    replies: { 204: null },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource }) => deleteVoucher(ctx, { id: resource.id, storeId: resource.store.id }),
  });

  waitingOrderRoutes(app);
}

/** Orders that name a voucher's code although it belonged to nobody when they were placed. */
function waitingOrderRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/vouchers/:voucher/waiting-orders',
    operationId: 'listWaitingOrders',
    assistants: 'search',
    storeKey: true,
    summary: 'List the orders that wait for a decision because a voucher was registered after them',
    description:
      'Orders that name the code and belong to nobody (`unknown_voucher`), newest first, with the creator to whom they are offered: the one to whom the code belonged when the order was placed, otherwise the creator of the voucher. `POST /v2/stores/{store}/orders/{order}/attribution` attributes them.',
    tags,
    addition: true,
    policy: onVoucher,
    query: pageQuery(),
    replies: { 200: v2Envelope(WaitingOrderRecord) },
    handle: async ({ ctx, resource, page, request }) => {
      const orders = await listWaitingOrders(ctx, { voucherId: resource.id, storeId: resource.store.id }, page);
      return presentV2Page(request, page, orders, presentWaitingOrder);
    },
  });
}

const presentWaitingOrder = ({ id, orderId, status, orderAt, value, code, user }: WaitingOrder) => ({
  id,
  order_id: orderId,
  status,
  order_at: orderAt.toISOString(),
  value: moneyObject(value),
  voucher_code: code,
  user,
});

function presentVoucher({ id, code, user, linkId, createdAt, validFrom, isExclusive }: Voucher) {
  return {
    id,
    code,
    user,
    affiliate_link_id: linkId,
    created_at: createdAt.toISOString(),
    valid_from: validFrom?.toISOString() ?? null,
    exclusive: isExclusive,
  };
}

nameSchemas({ Voucher: VoucherRecord, WaitingOrder: WaitingOrderRecord });
