import type { FastifyInstance } from 'fastify';
import type { CampaignParts } from './parts.ts';
import { userTagRoutesLegacy } from './user-tags/routes.legacy.ts';

/** The unversioned paths about campaigns. */
export function campaignRoutesLegacy(app: FastifyInstance, _parts: CampaignParts): void {
  userTagRoutesLegacy(app);
}
