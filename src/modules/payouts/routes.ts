import type { FastifyInstance } from 'fastify';
import { bankFileRoutes } from './bank-files/routes.v2.ts';
import type { PayoutDeps } from './deps.ts';
import { openMonthRoutes } from './payable/month-routes.v2.ts';
import { payableRoutes } from './payable/routes.v2.ts';
import { payeeRoutes } from './payees/routes.v2.ts';
import { runRoutes } from './runs/routes.v2.ts';

/** All routes of payouts. */
export function payoutRoutesV2(app: FastifyInstance, deps: PayoutDeps): void {
  payeeRoutes(app, deps);
  payableRoutes(app, deps);
  openMonthRoutes(app, deps);
  runRoutes(app, deps);
  bankFileRoutes(app, deps);
}
