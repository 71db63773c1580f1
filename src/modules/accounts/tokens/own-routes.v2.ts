import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { createOwnToken, OWN_TOKEN_ERRORS } from './create-own-token.ts';
import { listTokens, revokeToken } from './manage-tokens.ts';
import { presentNewToken, presentOwnSession, presentToken } from './present.ts';
import { endSessionsQuery, NewToken, OwnSessionList, OwnTokenBody, TokenList, tokenQuery } from './schemas.ts';

const common = { policy: signedIn, addition: true } as const;
const tokens = { ...common, tags: ['Access tokens'], needs: 'read' } as const;
const sessions = { ...common, tags: ['Sessions'] } as const;

/** The caller's own API tokens and sessions. */
export function ownTokenRoutes(app: FastifyInstance): void {
  operation(app, {
    ...tokens,
    method: 'GET',
    url: '/v2/me/tokens',
    operationId: 'listOwnTokens',
    summary: 'List the caller’s API tokens',
    description: 'Valid tokens, newest first.',
    query: tokenQuery,
    replies: { 200: TokenList },
    handle: async ({ ctx, actor, page, request }) => {
      const list = await listTokens(ctx, { userId: actor.userId, page, purpose: 'api' });
      return presentV2Page(request, page, list, presentToken);
    },
  });

  operation(app, {
    ...tokens,
    method: 'POST',
    url: '/v2/me/tokens',
    operationId: 'createOwnToken',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Create an API token',
    description:
      'For the caller’s own programs. It has at most the scopes of the token that creates it. The caller is notified by mail.',
    body: OwnTokenBody,
    replies: { 201: NewToken },
    errors: OWN_TOKEN_ERRORS,
    handle: async ({ ctx, body: { expires_at: until, ...body } }) =>
      presentNewToken(
        await createOwnToken(ctx, { ...body, expiresAt: until === undefined ? undefined : new Date(until) }),
      ),
  });

  operation(app, {
    ...tokens,
    method: 'DELETE',
    url: '/v2/me/tokens/:token',
    operationId: 'revokeOwnToken',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Revoke an API token of the caller',
    description: 'The next request with it is refused.',
    replies: { 204: null },
    handle: ({ ctx, params }) => revokeToken(ctx, { tokenId: params.token, ownPurpose: 'api' }),
  });

  operation(app, {
    ...sessions,
    method: 'GET',
    url: '/v2/me/sessions',
    operationId: 'listOwnSessions',
    summary: 'List the caller’s sessions',
    description: 'Open sessions, newest first.',
    query: tokenQuery,
    replies: { 200: OwnSessionList },
    handle: async ({ ctx, actor, page, request }) => {
      const list = await listTokens(ctx, { userId: actor.userId, page, purpose: 'session' });
      return presentV2Page(request, page, list, (session) => presentOwnSession(session, actor.token?.id));
    },
  });

  operation(app, {
    ...sessions,
    method: 'DELETE',
    url: '/v2/me/sessions/:session',
    operationId: 'endOwnSession',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'End a session of the caller',
    replies: { 204: null },
    handle: ({ ctx, params }) => revokeToken(ctx, { tokenId: params.session, ownPurpose: 'session' }),
  });

  operation(app, {
    ...sessions,
    method: 'DELETE',
    url: '/v2/me/sessions',
    operationId: 'endOwnSessions',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'End all sessions of the caller',
    description:
      'Including the session of this request, unless `keep_current` is set, and of what the caller permits to programs. API tokens remain valid.',
    query: endSessionsQuery,
    replies: { 204: null },
    handle: ({ ctx, query }) => endSessions(ctx, { keepCurrent: query.keep_current ?? false }),
  });
}
