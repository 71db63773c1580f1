import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { isKeywords } from '../../../platform/http/schema-annotations.ts';
import type { AccountDeps } from '../deps.ts';
import { issueAccessToken } from './issue-access-token.ts';
import { masked } from './masked.ts';
import { forDefaultAgency } from './policy.ts';
import { presentAccessToken } from './present.ts';
import { AccessToken, FromEmailBody, FromIdBody, Hello } from './schemas.ts';

const tags = ['Access tokens'];
/** The maximum size of a request to `/hello`, in bytes. */
const HELLO_BYTES = 16 * 1024;
const targetUser =
  'Only for creators of the default client without any administrative role. Any other user is a 404, like an unknown one. Each token is recorded in the audit log.';

/** Access tokens on behalf of creators of the default agency, and an echo with which integrators test their tokens. */
export function tokenRoutesLegacy(app: FastifyInstance, _parts: AccountDeps): void {
  operation(app, {
    method: 'POST',
    url: '/users/access-token/from-email',
    operationId: 'createAccessTokenFromEmail',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Act for a creator by e-mail, for an hour',
    description: targetUser,
    tags,
    policy: forDefaultAgency,
    body: FromEmailBody,
    replies: { 201: AccessToken },
    errors: [404],
    handle: async ({ ctx, body, resource }) =>
      presentAccessToken(await issueAccessToken(ctx, { target: { email: body.email }, ...resource })),
  });

  operation(app, {
    method: 'POST',
    url: '/users/access-token/from-id',
    operationId: 'createAccessTokenFromId',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Act for a creator by id, for an hour',
    description: targetUser,
    tags,
    policy: forDefaultAgency,
    body: FromIdBody,
    replies: { 201: AccessToken },
    errors: [404],
    handle: async ({ ctx, body, resource }) =>
      presentAccessToken(await issueAccessToken(ctx, { target: { userId: body.userId }, ...resource })),
  });

  operation(app, {
    method: 'GET',
    url: '/hello',
    operationId: 'hello',
    summary: 'Test a token and echo the arguments',
    scope: 'any',
    description: 'Arguments whose names or values look like secrets are masked.',
    tags,
    policy: signedIn,
    replies: { 200: Hello },
    bodyLimit: HELLO_BYTES,
    handle: ({ request: { query, body } }) => ({
      message: 'Hello',
      input: masked({ ...(isKeywords(body) ? body : {}), ...(query as object) }),
    }),
  });
}
