import type { FastifyInstance } from 'fastify';
import { campaignListRoutesLegacy } from './campaign/routes.lists.legacy.ts';
import type { CampaignDeps } from './deps.ts';
import { campaignImageRoutesLegacy } from './images/routes.legacy.ts';
import { legacyCampaignWriteRoutes } from './legacy/routes.campaigns.ts';
import { legacyCampaignUserRoutes } from './legacy/routes.users.ts';
import { userTagRoutesLegacy } from './user-tags/routes.legacy.ts';

/** The campaign routes of the legacy API. */
export function campaignRoutesLegacy(app: FastifyInstance, deps: CampaignDeps): void {
  legacyCampaignWriteRoutes(app, deps);
  legacyCampaignUserRoutes(app, deps);
  campaignImageRoutesLegacy(app, deps);
  campaignListRoutesLegacy(app, deps);
  userTagRoutesLegacy(app);
}
