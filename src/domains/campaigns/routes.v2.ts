import type { FastifyInstance } from 'fastify';
import { activityRoutes } from './activities/routes.v2.ts';
import { offerRoutes } from './offers/routes.v2.ts';
import { participantRoutes } from './participants/routes.v2.ts';
import type { CampaignParts } from './parts.ts';

/** Version 2 of everything about campaigns. */
export function campaignRoutesV2(app: FastifyInstance, parts: CampaignParts): void {
  offerRoutes(app, parts);
  participantRoutes(app);
  activityRoutes(app);
}
