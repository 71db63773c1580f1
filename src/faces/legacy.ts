import type { FastifyInstance } from 'fastify';
import { type AccountParts, accountRoutesLegacy } from '../domains/accounts/index.ts';
import { type CampaignParts, campaignRoutesLegacy } from '../domains/campaigns/index.ts';
import { deepLinkRoutesLegacy, type LinkParts } from '../domains/links/index.ts';
import { type MediaParts, mediaRoutesLegacy } from '../domains/media/index.ts';
import { type OrderParts, orderRoutesLegacy } from '../domains/orders/index.ts';
import { type PaymentParts, paymentRoutesLegacy } from '../domains/payments/index.ts';
import { type StatisticsParts, statisticsRoutes } from '../domains/statistics/index.ts';
import { type StoreParts, storeRoutesLegacy } from '../domains/stores/index.ts';

/** Dependencies of the legacy API. */
export interface LegacyParts
  extends AccountParts,
    StoreParts,
    Pick<LinkParts, 'live' | 'publicUrl'>,
    CampaignParts,
    OrderParts,
    StatisticsParts,
    PaymentParts,
    MediaParts {}

/** Mounts all unversioned paths. */
export function legacyFace(app: FastifyInstance, parts: LegacyParts): void {
  accountRoutesLegacy(app, parts);
  storeRoutesLegacy(app, parts);
  deepLinkRoutesLegacy(app, parts);
  campaignRoutesLegacy(app, parts);
  orderRoutesLegacy(app, parts);
  statisticsRoutes(app, parts);
  paymentRoutesLegacy(app, parts);
  mediaRoutesLegacy(app, parts);
}
