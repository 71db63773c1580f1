import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { idpSession, serviceApiKey } from '../../../platform/auth/identity-policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { originOf } from '../sessions/network.ts';
import { presentSession } from '../sessions/present.ts';
import { Session } from '../sessions/schemas.ts';
import { sessionUser } from '../sessions/session-user.ts';
import { handleIdentityCreation, handleIdentityUpdate, type IdentityNews } from './handle-identity-event.ts';
import { CreatedBody, UpdatedBody } from './schemas.ts';
import { signInByIdentity } from './sign-in-by-identity.ts';

/** Users of the identity provider: its hooks, and sessions for its users. */
export function identityRoutes(app: FastifyInstance, { identity, newUsersOf, serviceApiKeys }: AccountDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/sessions/from-identity',
    operationId: 'signInByIdentity',
    summary: 'Sign in with a session of the identity provider',
    description:
      'The user is the one that is linked to the person, or the one with the session’s verified e-mail address, who is then linked. A person without an account becomes a creator only where the operator permits it (`IDP_CREATE_USERS`). The token is valid for twelve hours.',
    tags: ['Sessions'],
    addition: true,
    policy: idpSession(identity),
    replies: { 201: Session },
    errors: ['no_account', 'email_taken'],
    handle: async ({ ctx, resource, request }) => {
      const session = await signInByIdentity(ctx, { newUsersOf }, resource, originOf(request));
      return presentSession(session, await sessionUser(ctx, session));
    },
  });

  const tags = ['Hooks'];
  const policy = serviceApiKey(serviceApiKeys);

  operation(app, {
    method: 'POST',
    url: '/v2/webhooks/idp/identities/created',
    operationId: 'handleCreatedIdentity',
    summary: 'A person has registered at the identity provider',
    description: 'Requests a deal in the CRM, once for each person, regardless of the number and order of the hooks.',
    tags,
    policy,
    body: CreatedBody,
    replies: { 204: null },
    handle: ({ ctx, body }) => handleIdentityCreation(ctx, newsOf(body), body.app_url || null),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/webhooks/idp/identities/updated',
    operationId: 'handleUpdatedIdentity',
    summary: 'A person has changed their settings at the identity provider',
    description:
      'Updates the address of the user that is linked to the person, unless another account has the address. No user is linked.',
    tags,
    policy,
    body: UpdatedBody,
    replies: { 204: null },
    handle: ({ ctx, body }) => handleIdentityUpdate(ctx, newsOf(body)),
  });
}

function newsOf({ identity }: Static<typeof UpdatedBody>): IdentityNews {
  const updatedAt = identity.updated_at === undefined ? undefined : new Date(identity.updated_at);
  return { id: identity.id, email: identity.traits.email, updatedAt };
}
