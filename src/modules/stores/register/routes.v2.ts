import type { FastifyInstance } from 'fastify';
import { inPerson, signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { StoreDeps } from '../deps.ts';
import { registerStore } from './register-store.ts';
import { representativeRoutes } from './representatives.routes.v2.ts';
import { newStoreOf, RegisteredStore, RegistrationBody } from './schemas.ts';

/** Registration of stores in version 2, also with a session of the identity provider. */
export function registerRoutes(app: FastifyInstance, deps: StoreDeps): void {
  const { refreshIndex, maxApprovalDays } = deps;
  representativeRoutes(app, deps);

  operation(app, {
    method: 'POST',
    url: '/v2/stores',
    operationId: 'registerStore',
    scope: 'administration',
    presence: 'token',
    summary: 'Register a store',
    description:
      'The caller becomes the first member, except an administrator, who registers the store for others. Creators see the store and create links to it once an administrator has approved it; approval is not needed if the marketplace is open or an administrator registers the store. Its market is the store group of its country and currency, otherwise the oldest one of its currency.',
    tags: ['Store management'],
    policy: inPerson(signedIn),
    publicWrite: 'registration',
    body: RegistrationBody,
    replies: { 201: RegisteredStore },
    errors: ['domain_taken', 'user_suspended', 'registration_closed'],
    handle: async ({ ctx, body }) => {
      const { id, name } = await registerStore(ctx, { ...newStoreOf(body), maxApprovalDays });
      await refreshIndex(id);
      return { id, name };
    },
  });
}
