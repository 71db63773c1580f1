import type { FastifyInstance } from 'fastify';
import { activityRoutes } from './activities/routes.v2.ts';
import { offerLinkRoutes } from './attached-links/routes.v2.ts';
import { boardRoutes } from './creator/routes.board.v2.ts';
import { invitationRoutes } from './creator/routes.invitation.v2.ts';
import { creatorRoutes } from './creator/routes.v2.ts';
import { offerFigureRoutes } from './figures/routes.v2.ts';
import { offerImageRoutes } from './images/routes.v2.ts';
import { offerListRoutes } from './offers/routes.lists.v2.ts';
import { offerRoutes } from './offers/routes.v2.ts';
import { campaignOverviewRoutes } from './overview/routes.v2.ts';
import { participantRoutes } from './participants/routes.v2.ts';
import type { CampaignParts } from './parts.ts';
import { offerPreviewRoutes } from './previews/routes.v2.ts';
import { targetRoutes } from './targets/routes.v2.ts';

/** The campaign routes of version 2. */
export function campaignRoutesV2(app: FastifyInstance, parts: CampaignParts): void {
  offerRoutes(app, parts);
  offerListRoutes(app, parts);
  campaignOverviewRoutes(app, parts);
  offerPreviewRoutes(app, parts);
  offerLinkRoutes(app);
  targetRoutes(app);
  offerImageRoutes(app, parts);
  creatorRoutes(app, parts);
  boardRoutes(app, parts);
  invitationRoutes(app, parts);
  participantRoutes(app);
  offerFigureRoutes(app, parts);
  activityRoutes(app);
}
