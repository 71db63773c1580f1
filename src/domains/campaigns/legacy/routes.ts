import type { FastifyInstance } from 'fastify';
import type { CampaignParts } from '../parts.ts';
import { legacyOfferWriteRoutes } from './routes.offers.ts';
import { legacyOfferUserRoutes } from './routes.users.ts';

/** Legacy routes that change campaigns and manage their participants. */
export function legacyCampaignRoutes(app: FastifyInstance, parts: CampaignParts): void {
  legacyOfferWriteRoutes(app, parts);
  legacyOfferUserRoutes(app, parts);
}
