import type { FastifyInstance } from 'fastify';
import { inPerson, signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { AUTHORIZATION_ERRORS, checkRequest, GRANT_ERRORS, grantRequest } from './authorize.ts';
import { endOwnGrant } from './end-grants.ts';
import { listGrants, presentGrant } from './list-grants.ts';
import { CheckedRequest, GrantBody, GrantList, grantQuery, NewGrant, requestFields } from './schemas.ts';

const common = { tags: ['Access tokens'], addition: true, needs: 'read' } as const;

/** What the caller permits to programs such as assistants (OAuth). */
export function grantRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me/grants',
    operationId: 'listOwnGrants',
    summary: 'List the programs that may act for the caller',
    description: 'Programs such as assistants, which the caller has permitted in the console. Newest first.',
    policy: signedIn,
    query: grantQuery,
    replies: { 200: GrantList },
    handle: async ({ ctx, page, request }) => presentV2Page(request, page, await listGrants(ctx, page), presentGrant),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me/grant-requests',
    operationId: 'checkGrantRequest',
    summary: 'Check the request of a program',
    description: 'The fields are those of the authorization request that the program has opened in the browser.',
    policy: signedIn,
    query: requestFields,
    replies: { 200: CheckedRequest },
    errors: AUTHORIZATION_ERRORS,
    handle: async ({ ctx, query }) => {
      const { client, host, scopes, problem, refusedUrl } = await checkRequest(ctx, query);
      return { client: client.name, host, scopes, problem, refused_url: refusedUrl };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/me/grants',
    operationId: 'grantRequest',
    scope: 'administration',
    presence: 'owner',
    summary: 'Permit a program to act for the caller',
    description: 'The caller is notified by mail. Never for money, keys, or members, whatever the scopes.',
    policy: inPerson(signedIn),
    body: GrantBody,
    replies: { 201: NewGrant },
    errors: GRANT_ERRORS,
    handle: async ({ ctx, body: { scopes, ...request } }) => ({
      granted_url: await grantRequest(ctx, { request, scopes }),
    }),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/me/grants/:grant',
    operationId: 'endOwnGrant',
    scope: 'administration',
    presence: 'token',
    summary: 'End the permission of a program',
    description: 'Its next request is refused.',
    policy: signedIn,
    replies: { 204: null },
    handle: ({ ctx, params }) => endOwnGrant(ctx, params.grant),
  });
}
