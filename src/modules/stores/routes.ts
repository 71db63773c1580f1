import type { FastifyInstance } from 'fastify';
import { storeKeyRoutes, teamRoutes } from '../accounts/index.ts';
import { analyticsRoutesLegacy } from './analytics/routes.legacy.ts';
import { approvalRoutes } from './approval/routes.v2.ts';
import { storeAuditLogRoutes } from './audit-log/routes.v2.ts';
import { billingRoutes } from './billing/routes.v2.ts';
import { blocklistRoutes } from './blocklist/routes.v2.ts';
import { creditRoutes } from './credit/routes.v2.ts';
import { dashboardRoutesLegacy } from './dashboard/routes.legacy.ts';
import type { StoreDeps } from './deps.ts';
import { directoryRoutesLegacy } from './directory/routes.legacy.ts';
import { directoryRoutes } from './directory/routes.v2.ts';
import { domainProofRoutes } from './domain-proofs/routes.v2.ts';
import { entrypointRoutes } from './entrypoint/routes.v2.ts';
import { storeInviteRoutes } from './invites/routes.v2.ts';
import { marketplaceRoutes } from './marketplace/routes.v2.ts';
import { onStore } from './policy.ts';
import { storeProvisioningRoutes } from './provisioning/routes.v2.ts';
import { recordRoutesLegacy } from './record/routes.legacy.ts';
import { registerRoutesLegacy } from './register/routes.legacy.ts';
import { registerRoutes } from './register/routes.v2.ts';
import { settingsRoutesLegacy } from './settings/routes.legacy.ts';
import { settingsRoutes } from './settings/routes.v2.ts';
import { trackingRoutes } from './tracking/routes.v2.ts';
import { urlRuleRoutes } from './url-rules/routes.v2.ts';

/** All routes of stores in version 2. */
export function storeRoutesV2(app: FastifyInstance, deps: StoreDeps): void {
  directoryRoutes(app, deps);
  registerRoutes(app, deps);
  settingsRoutes(app, deps);
  trackingRoutes(app, deps);
  blocklistRoutes(app, deps);
  urlRuleRoutes(app, deps);
  storeInviteRoutes(app, deps);
  const store = { kind: 'store', path: 'stores/:store', suffix: 'Store', noun: 'a store' } as const;
  teamRoutes(app, { ...store, policy: onStore('store') });
  storeKeyRoutes(app, onStore('store'));
  storeProvisioningRoutes(app, deps);
  entrypointRoutes(app);
  approvalRoutes(app, deps);
  creditRoutes(app);
  billingRoutes(app);
  domainProofRoutes(app, deps);
  marketplaceRoutes(app);
  storeAuditLogRoutes(app);
}

/** All unversioned paths of stores. */
export function storeRoutesLegacy(app: FastifyInstance, deps: StoreDeps): void {
  registerRoutesLegacy(app, deps);
  recordRoutesLegacy(app, deps);
  settingsRoutesLegacy(app, deps);
  dashboardRoutesLegacy(app, deps);
  directoryRoutesLegacy(app, deps);
  analyticsRoutesLegacy(app, deps);
}
