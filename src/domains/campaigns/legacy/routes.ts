import type { FastifyInstance } from 'fastify';
import type { CampaignParts } from '../parts.ts';
import { legacyOfferWriteRoutes } from './routes.offers.ts';
import { legacyOfferUserRoutes } from './routes.users.ts';

/** The unversioned paths that change campaigns, and those about who takes part in them. */
export function legacyCampaignRoutes(app: FastifyInstance, parts: CampaignParts): void {
  legacyOfferWriteRoutes(app, parts);
  legacyOfferUserRoutes(app, parts);
}
