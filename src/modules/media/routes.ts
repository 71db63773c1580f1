import type { FastifyInstance } from 'fastify';
import { channelRoutes } from './channels/routes.v2.ts';
import type { MediaDeps } from './deps.ts';
import { findingRoutes } from './finding/routes.v2.ts';
import { influencerRoutesLegacy } from './influencers/routes.legacy.ts';
import { joiningRoutes } from './joining/routes.v2.ts';
import { profileRoutes } from './profiles/routes.v2.ts';
import { storeMediaRoutesLegacy } from './store-media/routes.legacy.ts';
import { userMediaRoutes } from './user-media/routes.v2.ts';

/** The media routes of version 2. */
export function mediaRoutesV2(app: FastifyInstance, deps: MediaDeps): void {
  userMediaRoutes(app, deps);
  channelRoutes(app, deps);
  profileRoutes(app, deps);
  findingRoutes(app, deps);
  joiningRoutes(app, deps);
}

/** The media and influencer routes of the legacy API. */
export function mediaRoutesLegacy(app: FastifyInstance, deps: MediaDeps): void {
  storeMediaRoutesLegacy(app, deps);
  influencerRoutesLegacy(app, deps);
}
