import type { FastifyInstance } from 'fastify';
import { orderChangeRoutes } from './changes/routes.v2.ts';
import { collectorRoutes } from './collectors/routes.ts';
import { orderListRoutes } from './lists/routes.v2.ts';
import type { OrderParts } from './parts.ts';
import { voucherRoutes } from './vouchers/routes.v2.ts';

/** Everything of orders under version 2. */
export function orderRoutesV2(app: FastifyInstance, parts: OrderParts): void {
  orderListRoutes(app, parts);
  orderChangeRoutes(app, parts);
  voucherRoutes(app, parts);
  collectorRoutes(app, parts);
}
