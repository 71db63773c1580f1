import type { FastifyInstance } from 'fastify';
import { activityRoutes } from './activities/routes.v2.ts';
import { participantRoutes } from './participants/routes.v2.ts';

/** Version 2 of everything about campaigns. */
export function campaignRoutesV2(app: FastifyInstance): void {
  participantRoutes(app);
  activityRoutes(app);
}
