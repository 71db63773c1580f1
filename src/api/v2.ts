import type { FastifyInstance } from 'fastify';
import { type AccountDeps, accountRoutesV2 } from '../modules/accounts/index.ts';
import { type CampaignDeps, campaignRoutesV2 } from '../modules/campaigns/index.ts';
import { clickRoutesV2 } from '../modules/clicks/index.ts';
import { type ExplanationDeps, explanationRoutesV2 } from '../modules/explanations/index.ts';
import { forecastRoutesV2 } from '../modules/forecasts/index.ts';
import { type ImportDeps, importRoutesV2 } from '../modules/imports/index.ts';
import { type LinkDeps, linkRoutesV2 } from '../modules/links/index.ts';
import { type MediaDeps, mediaRoutesV2 } from '../modules/media/index.ts';
import { messageRoutesV2 } from '../modules/messages/index.ts';
import { type OrderDeps, orderRoutesV2 } from '../modules/orders/index.ts';
import { type PaymentDeps, paymentRoutesV2 } from '../modules/payments/index.ts';
import { type PayoutDeps, payoutRoutesV2 } from '../modules/payouts/index.ts';
import { type ProductDeps, productRoutesV2 } from '../modules/products/index.ts';
import { type PublicationDeps, publicationRoutesV2 } from '../modules/publications/index.ts';
import { type ReportDeps, reportRoutesV2 } from '../modules/reports/index.ts';
import { type SandboxDeps, sandboxRoutesV2, sandboxSessionRoutes } from '../modules/sandboxes/index.ts';
import { searchRoutesV2 } from '../modules/search/index.ts';
import { type SiteDeps, siteRoutesV2 } from '../modules/site/index.ts';
import { type StatisticsDeps, statisticsRoutesV2 } from '../modules/statistics/index.ts';
import { type StoreDeps, storeRoutesV2 } from '../modules/stores/index.ts';
import { type WebhookDeps, webhookRoutesV2 } from '../modules/webhooks/index.ts';
import { type WorkDeps, workRoutesV2 } from '../modules/work/index.ts';
import type { DatabaseConnection } from '../platform/database/database.ts';
import { healthRoute } from '../platform/http/health.ts';

/** The dependencies of API v2. */
export interface V2Deps
  extends AccountDeps,
    StoreDeps,
    LinkDeps,
    CampaignDeps,
    OrderDeps,
    StatisticsDeps,
    PaymentDeps,
    ExplanationDeps,
    PayoutDeps,
    MediaDeps,
    PublicationDeps,
    ProductDeps,
    ImportDeps,
    WebhookDeps,
    ReportDeps,
    SiteDeps,
    SandboxDeps,
    WorkDeps {
  database: DatabaseConnection;
  healthTimeoutMs: number | undefined;
}

/** Mounts everything under `/v2`. */
export function mountV2(app: FastifyInstance, deps: V2Deps): void {
  healthRoute(app, deps.database.pool, deps.healthTimeoutMs);
  accountRoutesV2(app, deps);
  storeRoutesV2(app, deps);
  linkRoutesV2(app, deps);
  campaignRoutesV2(app, deps);
  clickRoutesV2(app, deps);
  orderRoutesV2(app, deps);
  statisticsRoutesV2(app, deps);
  paymentRoutesV2(app, deps);
  explanationRoutesV2(app, deps);
  forecastRoutesV2(app, deps);
  payoutRoutesV2(app, deps);
  mediaRoutesV2(app, deps);
  messageRoutesV2(app);
  publicationRoutesV2(app, deps);
  productRoutesV2(app, deps);
  importRoutesV2(app, deps);
  webhookRoutesV2(app, deps);
  reportRoutesV2(app, deps);
  siteRoutesV2(app, deps);
  searchRoutesV2(app);
  workRoutesV2(app, deps);
  sandboxRoutesV2(app, deps);
  sandboxSessionRoutes(app, deps);
}
