import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { checkAgency } from './check-agency.ts';
import { CheckedAgency } from './schemas.ts';

/** Unversioned paths of agencies that do not name a store. */
export function agencyRoutesLegacy(app: FastifyInstance, _parts: AccountDeps): void {
  operation(app, {
    method: 'POST',
    url: '/clients/check',
    scope: 'read',
    operationId: 'checkClient',
    presence: 'token',
    summary: 'Read the name of the caller’s agency',
    description:
      'The client that the caller represents (the first one of several), otherwise the client that the caller belongs to.',
    tags: ['Clients'],
    policy: signedIn,
    replies: { 200: CheckedAgency },
    errors: ['no_client'],
    handle: ({ ctx }) => checkAgency(ctx),
  });
}
