import type { FastifyInstance } from 'fastify';
import { agencyRoutesLegacy } from './agencies/routes.legacy.ts';
import { agencyRoutes } from './agencies/routes.v2.ts';
import { auditLogRoutes } from './audit-log/routes.v2.ts';
import { changeRoutes } from './changes/routes.v2.ts';
import { deletionRoutes } from './deletion/routes.v2.ts';
import type { AccountDeps } from './deps.ts';
import { erasingRoutes } from './erasing/routes.v2.ts';
import { oauthRoutes } from './grants/oauth-routes.ts';
import { grantRoutes } from './grants/routes.v2.ts';
import { identityRoutes } from './identity/routes.v2.ts';
import { identitySignInRoutes } from './identity/sign-in-routes.v2.ts';
import { inviteRoutes } from './invites/routes.v2.ts';
import { notificationRoutes } from './notifications/routes.v2.ts';
import { ownDataRoutes } from './own-data/routes.v2.ts';
import { passkeyRoutes } from './passkeys/routes.v2.ts';
import { onAgency } from './policy.ts';
import { provisioningRoutes } from './provisioning/routes.v2.ts';
import { recoveryRoutes } from './recovery/routes.v2.ts';
import { secondFactorRoutes } from './second-factor/routes.v2.ts';
import { sessionRoutes } from './sessions/routes.v2.ts';
import { accountSettingsRoutes } from './settings/routes.v2.ts';
import { signUpRoutes } from './sign-up/routes.v2.ts';
import { teamRoutes } from './team/routes.v2.ts';
import { termsRoutes } from './terms/routes.v2.ts';
import { ownTokenRoutes } from './tokens/own-routes.v2.ts';
import { tokenRoutesLegacy } from './tokens/routes.legacy.ts';
import { tokenRoutes } from './tokens/routes.v2.ts';

/** All routes of people and agencies in version 2. */
export function accountRoutesV2(app: FastifyInstance, deps: AccountDeps): void {
  sessionRoutes(app, deps);
  tokenRoutes(app, deps);
  ownTokenRoutes(app);
  grantRoutes(app);
  oauthRoutes(app, deps);
  secondFactorRoutes(app, deps);
  passkeyRoutes(app, deps);
  agencyRoutes(app, deps);
  const agency = { kind: 'client', path: 'clients/:client', suffix: 'Client', noun: 'an agency' } as const;
  teamRoutes(app, { ...agency, policy: onAgency('client') });
  identityRoutes(app, deps);
  identitySignInRoutes(app, deps);
  inviteRoutes(app, deps);
  provisioningRoutes(app, deps);
  erasingRoutes(app);
  deletionRoutes(app);
  ownDataRoutes(app);
  termsRoutes(app);
  notificationRoutes(app);
  changeRoutes(app, deps);
  auditLogRoutes(app);
  accountSettingsRoutes(app);
  signUpRoutes(app, deps);
  recoveryRoutes(app);
}

/** All unversioned paths of people and agencies. */
export function accountRoutesLegacy(app: FastifyInstance, deps: AccountDeps): void {
  tokenRoutesLegacy(app, deps);
  agencyRoutesLegacy(app, deps);
}
