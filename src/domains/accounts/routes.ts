import type { FastifyInstance } from 'fastify';
import { auditLogRoutes } from './audit-log/routes.v2.ts';
import { clientRoutesLegacy } from './clients/routes.legacy.ts';
import { clientRoutes } from './clients/routes.v2.ts';
import { deletionRoutes } from './deletion/routes.v2.ts';
import { erasingRoutes } from './erasing/routes.v2.ts';
import { identityRoutes } from './identity/routes.v2.ts';
import { inviteRoutes } from './invites/routes.v2.ts';
import type { AccountParts } from './parts.ts';
import { provisioningRoutes } from './provisioning/routes.v2.ts';
import { recoveryRoutes } from './recovery/routes.v2.ts';
import { secondFactorRoutes } from './second-factor/routes.v2.ts';
import { sessionRoutes } from './sessions/routes.v2.ts';
import { accountSettingsRoutes } from './settings/routes.v2.ts';
import { signUpRoutes } from './sign-up/routes.v2.ts';
import { ownTokenRoutes } from './tokens/own-routes.v2.ts';
import { tokenRoutesLegacy } from './tokens/routes.legacy.ts';
import { tokenRoutes } from './tokens/routes.v2.ts';

/** Version 2 of everything about people and agencies. */
export function accountRoutesV2(app: FastifyInstance, parts: AccountParts): void {
  sessionRoutes(app, parts);
  tokenRoutes(app, parts);
  ownTokenRoutes(app);
  secondFactorRoutes(app);
  clientRoutes(app, parts);
  identityRoutes(app, parts);
  inviteRoutes(app, parts);
  provisioningRoutes(app, parts);
  erasingRoutes(app);
  deletionRoutes(app);
  auditLogRoutes(app);
  accountSettingsRoutes(app);
  signUpRoutes(app, parts);
  recoveryRoutes(app);
}

/** The unversioned paths about people and agencies. */
export function accountRoutesLegacy(app: FastifyInstance, parts: AccountParts): void {
  tokenRoutesLegacy(app, parts);
  clientRoutesLegacy(app, parts);
}
