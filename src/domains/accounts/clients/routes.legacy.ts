import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountParts } from '../parts.ts';
import { checkClient } from './check-client.ts';
import { CheckedClient } from './schemas.ts';

/** Clients (agencies), unversioned paths that name no store. */
export function clientRoutesLegacy(app: FastifyInstance, _parts: AccountParts): void {
  operation(app, {
    method: 'POST',
    url: '/clients/check',
    scope: 'read',
    operationId: 'checkClient',
    summary: 'Read the name of one’s agency',
    description: 'That of the client which the caller represents (the first, of several), else belongs to.',
    tags: ['Clients'],
    policy: signedIn,
    replies: { 200: CheckedClient },
    errors: ['no_client'],
    handle: ({ ctx }) => checkClient(ctx),
  });
}
