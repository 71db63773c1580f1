import type { FastifyInstance } from 'fastify';
import { type AccountParts, accountRoutesV2 } from '../domains/accounts/index.ts';
import { type CampaignParts, campaignRoutesV2 } from '../domains/campaigns/index.ts';
import { clickRoutesV2 } from '../domains/clicks/index.ts';
import { type LinkParts, linkRoutesV2 } from '../domains/links/index.ts';
import { type MediaParts, mediaRoutesV2 } from '../domains/media/index.ts';
import { type OrderParts, orderRoutesV2 } from '../domains/orders/index.ts';
import { type PaymentParts, paymentRoutesV2 } from '../domains/payments/index.ts';
import { type StatisticsParts, statisticsRoutesV2 } from '../domains/statistics/index.ts';
import { type StoreParts, storeRoutesV2 } from '../domains/stores/index.ts';
import { type WebhookDeps, webhookRoutesV2 } from '../domains/webhooks/index.ts';
import type { DatabaseConnection } from '../platform/database/database.ts';
import { healthRoute } from '../platform/http/health.ts';

/** What version 2 is built on. */
export interface V2Parts
  extends AccountParts,
    StoreParts,
    LinkParts,
    CampaignParts,
    OrderParts,
    StatisticsParts,
    PaymentParts,
    MediaParts,
    WebhookDeps {
  database: DatabaseConnection;
  healthPatienceMs: number | undefined;
}

/** Mounts everything under `/v2`. */
export function v2Face(app: FastifyInstance, parts: V2Parts): void {
  healthRoute(app, parts.database.pool, parts.healthPatienceMs);
  accountRoutesV2(app, parts);
  storeRoutesV2(app, parts);
  linkRoutesV2(app, parts);
  campaignRoutesV2(app, parts);
  clickRoutesV2(app);
  orderRoutesV2(app, parts);
  statisticsRoutesV2(app, parts);
  paymentRoutesV2(app, parts);
  mediaRoutesV2(app, parts);
  webhookRoutesV2(app, parts);
}
