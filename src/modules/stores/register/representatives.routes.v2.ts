import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { idpSession } from '../../../platform/auth/identity-policy.ts';
import { id, nameSchemas } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { IDENTITY_ERRORS } from '../../accounts/index.ts';
import type { StoreDeps } from '../deps.ts';
import { registerRepresentative } from './representatives.ts';
import { newStoreOf, RegistrationBody } from './schemas.ts';

const Registered = Type.Object(
  { id: id({ description: 'The store.' }), name: Type.String(), user_id: id({ description: 'Its first member.' }) },
  { description: '(The body is an addition.)' },
);

/** Registration as a store's representative with a session of the identity provider. */
export function representativeRoutes(
  app: FastifyInstance,
  { identity, refreshIndex, maxApprovalDays }: StoreDeps,
): void {
  operation(app, {
    method: 'POST',
    url: '/v2/advertiser-representatives',
    operationId: 'registerAdvertiserRepresentative',
    summary: 'Register a store without being a user',
    description:
      'Creates the user and the store, and makes the user a member of it. The session must not belong to a user: it has no claim `service_user_id`, and its person is not linked.',
    tags: ['Store management'],
    policy: idpSession(identity),
    publicWrite: 'registration',
    body: RegistrationBody,
    replies: { 201: Registered },
    errors: ['domain_taken', 'registration_closed', 'session_already_linked', ...IDENTITY_ERRORS],
    handle: async ({ ctx, resource, body }) => {
      const store = { ...newStoreOf(body), maxApprovalDays };
      const { id, name, userId } = await registerRepresentative(ctx, resource, store);
      await refreshIndex(id);
      return { id, name, user_id: userId };
    },
  });
}

nameSchemas({ RegisteredRepresentative: Registered });
