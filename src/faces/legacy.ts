import type { FastifyInstance } from 'fastify';
import { type AccountParts, accountRoutesLegacy } from '../domains/accounts/index.ts';
import { type CampaignParts, campaignRoutesLegacy } from '../domains/campaigns/index.ts';
import { type StatisticsParts, statisticsRoutes } from '../domains/statistics/index.ts';
import { type StoreParts, storeRoutesLegacy } from '../domains/stores/index.ts';

/** What the unversioned paths are built on. */
export interface LegacyParts extends AccountParts, StoreParts, CampaignParts, StatisticsParts {}

/** Mounts everything under unversioned paths. */
export function legacyFace(app: FastifyInstance, parts: LegacyParts): void {
  accountRoutesLegacy(app, parts);
  storeRoutesLegacy(app, parts);
  campaignRoutesLegacy(app, parts);
  statisticsRoutes(app, parts);
}
