import type { FastifyInstance } from 'fastify';
import type { CampaignDeps } from '../deps.ts';
import { legacyCampaignWriteRoutes } from './routes.campaigns.ts';
import { legacyCampaignUserRoutes } from './routes.users.ts';

/** Legacy routes that change campaigns and manage their participants. */
export function legacyCampaignRoutes(app: FastifyInstance, deps: CampaignDeps): void {
  legacyCampaignWriteRoutes(app, deps);
  legacyCampaignUserRoutes(app, deps);
}
