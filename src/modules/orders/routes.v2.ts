import type { FastifyInstance } from 'fastify';
import { billingSourceRoutes } from './billing-sources/routes.v2.ts';
import { orderChangeRoutes } from './changes/routes.v2.ts';
import { claimRoutes } from './claims/routes.v2.ts';
import { countRefusals } from './collectors/refusal-route.ts';
import { collectorRoutes } from './collectors/routes.ts';
import { customerRoutes } from './customers/routes.v2.ts';
import { deadlineRoutes } from './deadlines/routes.v2.ts';
import type { OrderDeps } from './deps.ts';
import { eventKindRoutes } from './kinds/kinds.routes.v2.ts';
import { eventRoutes } from './kinds/routes.v2.ts';
import { orderListRoutes } from './lists/routes.v2.ts';
import { orderPreviewRoutes } from './previews/routes.v2.ts';
import { unconfirmedRoutes } from './unconfirmed/routes.v2.ts';
import { voucherRoutes } from './vouchers/routes.v2.ts';

/** All routes of orders in version 2. */
export function orderRoutesV2(app: FastifyInstance, deps: OrderDeps): void {
  orderListRoutes(app, deps);
  app.register(async (scope) => {
    countRefusals(scope);
    orderChangeRoutes(scope, deps);
    eventRoutes(scope, deps);
    collectorRoutes(scope, deps);
  });
  eventKindRoutes(app, deps);
  customerRoutes(app);
  deadlineRoutes(app);
  orderPreviewRoutes(app);
  unconfirmedRoutes(app, deps);
  voucherRoutes(app, deps);
  claimRoutes(app, deps);
  billingSourceRoutes(app, deps);
}
