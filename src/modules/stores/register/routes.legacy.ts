import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { StoreDeps } from '../deps.ts';
import { presentStoreWithUsers } from '../record/present.ts';
import { readStoreRecord } from '../record/read-record.ts';
import { StoreWithUsers } from '../record/schemas.ts';
import { readStoreUsers } from '../record/store-users.ts';
import { registerWithUser } from './register-with-user.ts';
import { LegacyRegistrationBody, newStoreAndUserOf } from './schemas.ts';

/** Registration of a store together with its first user, in the legacy API. */
export function registerRoutesLegacy(
  app: FastifyInstance,
  { publicUrl, refreshIndex, maxApprovalDays }: StoreDeps,
): void {
  operation(app, {
    method: 'POST',
    url: '/advertiser/register-store',
    operationId: 'registerStoreWithUser',
    summary: 'Register a store with its first user',
    description:
      'The user signs in with e-mail and password. Creators see the store and create links to it once an administrator has approved it, unless the marketplace is open. Its market is the store group of the locale’s country and the currency, otherwise the oldest one of the currency.',
    tags: ['Store management'],
    policy: everyone,
    publicWrite: 'registration',
    body: LegacyRegistrationBody,
    replies: { 201: StoreWithUsers },
    errors: ['domain_taken', 'registration_closed'],
    handle: async ({ ctx, body }) => {
      const { store, user } = newStoreAndUserOf(body);
      const { id } = await registerWithUser(ctx, { store: { ...store, maxApprovalDays }, user });
      await refreshIndex(id);
      return presentStoreWithUsers(publicUrl, await readStoreRecord(ctx, id), await readStoreUsers(ctx, id));
    },
  });
}
