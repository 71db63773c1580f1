import type { FastifyInstance } from 'fastify';
import { influencerRoutesLegacy } from './influencers/routes.legacy.ts';
import type { MediaParts } from './parts.ts';
import { storeMediaRoutesLegacy } from './store-media/routes.legacy.ts';
import { userMediaRoutes } from './user-media/routes.v2.ts';

/** The media routes of version 2. */
export function mediaRoutesV2(app: FastifyInstance, parts: MediaParts): void {
  userMediaRoutes(app, parts);
}

/** The media and influencer routes of the legacy API. */
export function mediaRoutesLegacy(app: FastifyInstance, parts: MediaParts): void {
  storeMediaRoutesLegacy(app, parts);
  influencerRoutesLegacy(app, parts);
}
