import type { FastifyInstance } from 'fastify';
import { activityRoutes } from './activities/routes.v2.ts';
import { agreementRoutes } from './agreements/routes.v2.ts';
import { campaignLinkRoutes } from './attached-links/routes.v2.ts';
import { bonusTierRoutes } from './bonus-tiers/routes.v2.ts';
import { campaignListRoutes } from './campaign/routes.lists.v2.ts';
import { campaignRoutes } from './campaign/routes.v2.ts';
import { commissionRuleRoutes } from './commission-rules/routes.v2.ts';
import { agencyCampaignRoutes } from './creator/routes.agency.v2.ts';
import { boardRoutes } from './creator/routes.board.v2.ts';
import { invitationRoutes } from './creator/routes.invitation.v2.ts';
import { creatorRoutes } from './creator/routes.v2.ts';
import { deliverableRoutes } from './deliverables/routes.v2.ts';
import type { CampaignDeps } from './deps.ts';
import { campaignFigureRoutes } from './figures/routes.v2.ts';
import { campaignImageRoutes } from './images/routes.v2.ts';
import { allCampaignRoutes } from './overview/all-campaigns.routes.v2.ts';
import { campaignOverviewRoutes } from './overview/routes.v2.ts';
import { participantRoutes } from './participants/routes.v2.ts';
import { campaignPreviewRoutes } from './previews/routes.v2.ts';
import { sharedBudgetRoutes } from './shared-budgets/routes.v2.ts';
import { targetRoutes } from './targets/routes.v2.ts';
import { campaignTemplateRoutes } from './templates/routes.v2.ts';

/** The campaign routes of version 2. */
export function campaignRoutesV2(app: FastifyInstance, deps: CampaignDeps): void {
  campaignRoutes(app, deps);
  campaignListRoutes(app, deps);
  campaignOverviewRoutes(app, deps);
  allCampaignRoutes(app);
  sharedBudgetRoutes(app);
  campaignPreviewRoutes(app, deps);
  campaignTemplateRoutes(app, deps);
  campaignLinkRoutes(app);
  targetRoutes(app);
  campaignImageRoutes(app, deps);
  creatorRoutes(app, deps);
  agreementRoutes(app, deps);
  commissionRuleRoutes(app);
  bonusTierRoutes(app, deps);
  boardRoutes(app, deps);
  agencyCampaignRoutes(app, deps);
  invitationRoutes(app, deps);
  participantRoutes(app);
  deliverableRoutes(app, deps);
  campaignFigureRoutes(app, deps);
  activityRoutes(app);
}
