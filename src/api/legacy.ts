import type { FastifyInstance } from 'fastify';
import { type AccountDeps, accountRoutesLegacy } from '../modules/accounts/index.ts';
import { type CampaignDeps, campaignRoutesLegacy } from '../modules/campaigns/index.ts';
import { type DeepLinkDeps, deepLinkRoutesLegacy } from '../modules/links/index.ts';
import { type MediaDeps, mediaRoutesLegacy } from '../modules/media/index.ts';
import { type OrderDeps, orderRoutesLegacy } from '../modules/orders/index.ts';
import { type PaymentDeps, paymentRoutesLegacy } from '../modules/payments/index.ts';
import { type StatisticsDeps, statisticsRoutes } from '../modules/statistics/index.ts';
import { type StoreDeps, storeRoutesLegacy } from '../modules/stores/index.ts';

/** Dependencies of the legacy API. */
export interface LegacyDeps
  extends AccountDeps,
    StoreDeps,
    DeepLinkDeps,
    CampaignDeps,
    OrderDeps,
    StatisticsDeps,
    PaymentDeps,
    MediaDeps {}

/** Mounts all unversioned paths. */
export function mountLegacy(app: FastifyInstance, deps: LegacyDeps): void {
  accountRoutesLegacy(app, deps);
  storeRoutesLegacy(app, deps);
  deepLinkRoutesLegacy(app, deps);
  campaignRoutesLegacy(app, deps);
  orderRoutesLegacy(app, deps);
  statisticsRoutes(app, deps);
  paymentRoutesLegacy(app, deps);
  mediaRoutesLegacy(app, deps);
}
