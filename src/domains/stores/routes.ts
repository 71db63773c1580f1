import type { FastifyInstance } from 'fastify';
import { analyticsRoutesLegacy } from './analytics/routes.legacy.ts';
import { approvalRoutes } from './approval/routes.v2.ts';
import { blocklistRoutes } from './blocklist/routes.v2.ts';
import { creditRoutes } from './credit/routes.v2.ts';
import { dashboardRoutesLegacy } from './dashboard/routes.legacy.ts';
import { directoryRoutesLegacy } from './directory/routes.legacy.ts';
import { directoryRoutes } from './directory/routes.v2.ts';
import { domainProofRoutes } from './domain-proofs/routes.v2.ts';
import { entrypointRoutes } from './entrypoint/routes.v2.ts';
import { storeInviteRoutes } from './invites/routes.v2.ts';
import { marketplaceRoutes } from './marketplace/routes.v2.ts';
import type { StoreParts } from './parts.ts';
import { storeProvisioningRoutes } from './provisioning/routes.v2.ts';
import { recordRoutesLegacy } from './record/routes.legacy.ts';
import { registerRoutesLegacy } from './register/routes.legacy.ts';
import { registerRoutes } from './register/routes.v2.ts';
import { settingsRoutesLegacy } from './settings/routes.legacy.ts';
import { settingsRoutes } from './settings/routes.v2.ts';
import { trackingRoutes } from './tracking/routes.v2.ts';
import { urlRuleRoutes } from './url-rules/routes.v2.ts';

/** Version 2 of everything about stores. */
export function storeRoutesV2(app: FastifyInstance, parts: StoreParts): void {
  directoryRoutes(app, parts);
  registerRoutes(app, parts);
  settingsRoutes(app, parts);
  trackingRoutes(app, parts);
  blocklistRoutes(app, parts);
  urlRuleRoutes(app, parts);
  storeInviteRoutes(app, parts);
  storeProvisioningRoutes(app, parts);
  entrypointRoutes(app);
  approvalRoutes(app, parts);
  creditRoutes(app);
  domainProofRoutes(app, parts);
  marketplaceRoutes(app);
}

/** The unversioned paths about stores. */
export function storeRoutesLegacy(app: FastifyInstance, parts: StoreParts): void {
  registerRoutesLegacy(app, parts);
  recordRoutesLegacy(app, parts);
  settingsRoutesLegacy(app, parts);
  dashboardRoutesLegacy(app, parts);
  directoryRoutesLegacy(app, parts);
  analyticsRoutesLegacy(app, parts);
}
