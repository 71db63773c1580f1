import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import type { AccountDeps } from '../deps.ts';
import { createTokenForUser, TOKEN_FOR_USER_ERRORS } from './create-token-for-user.ts';
import { listTokens, revokeToken } from './manage-tokens.ts';
import { presentNewToken, presentToken } from './present.ts';
import { NewToken, TokenBody, TokenList, tokenQuery } from './schemas.ts';

const common = { tags: ['Access tokens'], policy: adminOnly, addition: true } as const;

/** Access tokens, for administrators. */
export function tokenRoutes(app: FastifyInstance, _parts: AccountDeps): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/users/:user/tokens',
    operationId: 'listTokens',
    summary: 'List the tokens of a user',
    description: 'Valid tokens including sessions, newest first.',
    query: tokenQuery,
    replies: { 200: TokenList },
    handle: async ({ ctx, params, page, request }) =>
      presentV2Page(request, page, await listTokens(ctx, { userId: params.user, page }), presentToken),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/users/:user/tokens',
    operationId: 'createToken',
    scope: 'administration',
    presence: 'owner',
    summary: 'Create a token for a user’s programs',
    description:
      'The programs act on behalf of the user: the audit log names the caller, what only the user may do in person is refused, and the user is notified by mail. Not for administrators, who create their own.',
    body: TokenBody,
    replies: { 201: NewToken },
    errors: [...TOKEN_FOR_USER_ERRORS, 404],
    handle: async ({ ctx, params, body }) =>
      presentNewToken(await createTokenForUser(ctx, { userId: params.user, ...body })),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/tokens/:token',
    operationId: 'revokeToken',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Revoke a token',
    description: 'The next request with it is refused. A token that is no longer valid is a 404.',
    replies: { 204: null },
    handle: ({ ctx, params }) => revokeToken(ctx, { tokenId: params.token }),
  });
}
