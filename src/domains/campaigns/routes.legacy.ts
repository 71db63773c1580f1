import type { FastifyInstance } from 'fastify';
import { offerImageRoutesLegacy } from './images/routes.legacy.ts';
import { legacyCampaignRoutes } from './legacy/routes.ts';
import { offerListRoutesLegacy } from './offers/routes.lists.legacy.ts';
import type { CampaignParts } from './parts.ts';
import { userTagRoutesLegacy } from './user-tags/routes.legacy.ts';

/** The campaign routes of the legacy API. */
export function campaignRoutesLegacy(app: FastifyInstance, parts: CampaignParts): void {
  legacyCampaignRoutes(app, parts);
  offerImageRoutesLegacy(app, parts);
  offerListRoutesLegacy(app, parts);
  userTagRoutesLegacy(app);
}
