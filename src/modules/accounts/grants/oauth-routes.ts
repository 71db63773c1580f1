import type { FastifyInstance } from 'fastify';
import { GRANT_SCOPES } from '../../../platform/auth/grant-scope.ts';
import { everyone } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { REGISTRATION_ERRORS, registerClient } from './clients.ts';
import { type GrantedTokens, giveBack, redeemCode, refreshTokens, TOKEN_ERRORS } from './redeem.ts';
import { GRANTED_PATH, resourceOf } from './resource.ts';
import {
  ClientBody,
  RegisteredClient,
  ResourceMetadata,
  RevocationForm,
  ServerMetadata,
  TokenForm,
  TokenReply,
} from './schemas.ts';

const common = { tags: ['OAuth'], addition: true, policy: everyone } as const;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** The authorization server for programs that people permit to act for them: discovery, registration, tokens. */
export function oauthRoutes(app: FastifyInstance, { publicUrl }: AccountDeps): void {
  for (const [url, operationId] of [
    ['/.well-known/oauth-protected-resource', 'getProtectedResource'],
    [`/.well-known/oauth-protected-resource${GRANTED_PATH}`, 'getProtectedResourceOfPath'],
  ] as const)
    operation(app, {
      ...common,
      method: 'GET',
      url,
      operationId,
      summary: 'Read which authorization server protects the assistants’ endpoint',
      description: 'RFC 9728.',
      replies: { 200: ResourceMetadata },
      handle: () => ({
        resource: resourceOf(publicUrl),
        authorization_servers: [publicUrl],
        scopes_supported: GRANT_SCOPES,
        bearer_methods_supported: ['header'],
        resource_name: 'Tributary',
      }),
    });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/.well-known/oauth-authorization-server',
    operationId: 'getAuthorizationServer',
    summary: 'Read the addresses of the authorization server',
    description: 'RFC 8414.',
    replies: { 200: ServerMetadata },
    handle: () => ({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      scopes_supported: GRANT_SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${publicUrl}/docs`,
    }),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/oauth/authorize',
    operationId: 'authorize',
    summary: 'Ask a person for permission',
    description:
      'Opens the page of the console on which the person decides (OAuth 2.1, 4.1.1). The page checks the request.',
    replies: { 302: null },
    handle: ({ request, reply }) => {
      // In the fragment, which neither the browser nor the router of the console reads or changes.
      const [, asked = ''] = (request.raw.url ?? '').split('?', 2);
      reply.header('location', `${publicUrl}/console/authorize#${asked}`);
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/oauth/register',
    operationId: 'registerClient',
    summary: 'Register a program',
    description: 'RFC 7591. The program has no secret. A registration without a permission is deleted after a day.',
    publicWrite: 'registration',
    body: ClientBody,
    replies: { 201: RegisteredClient },
    errors: REGISTRATION_ERRORS,
    handle: async ({ ctx, body }) => {
      const registered = { name: body.client_name, redirectUris: body.redirect_uris ?? [] };
      const { id, name, redirectUris, createdAt } = await registerClient(ctx, registered);
      return {
        client_id: id,
        client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
        ...(name === null ? {} : { client_name: name }),
        redirect_uris: redirectUris,
        grant_types: GRANT_TYPES,
        response_types: ['code'],
        token_endpoint_auth_method: 'none' as const,
      };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/oauth/token',
    operationId: 'exchangeToken',
    summary: 'Exchange a code or a refresh token for tokens',
    description: 'OAuth 2.1, with PKCE (S256). A code or refresh token that is used twice ends the grant.',
    form: true,
    body: TokenForm,
    replies: { 200: TokenReply },
    errors: TOKEN_ERRORS,
    handle: async ({ ctx, body }) => presentTokens(await exchange(ctx, body)),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/oauth/revoke',
    operationId: 'giveTokenBack',
    summary: 'End the grant of a token',
    description: 'RFC 7009. Unknown tokens are accepted, too.',
    form: true,
    body: RevocationForm,
    replies: { 200: null },
    errors: ['invalid_request'],
    handle: ({ ctx, body: { token } }) => giveBack(ctx, required(token, 'token')),
  });
}

type Form = Partial<Record<keyof typeof TokenForm.properties, string | undefined>>;

function exchange(ctx: Pick<Context, 'db' | 'now'>, form: Form): Promise<GrantedTokens> {
  const { grant_type: type, resource } = form;
  const clientId = required(form.client_id, 'client_id');
  if (type === 'refresh_token') {
    const token = required(form.refresh_token, 'refresh_token');
    return refreshTokens(ctx, { token, clientId, resource });
  }
  if (type !== 'authorization_code')
    throw new RuleRefused('unsupported_grant_type', `The grant type must be ${GRANT_TYPES.join(' or ')}.`);
  const code = required(form.code, 'code');
  const redirectUri = required(form.redirect_uri, 'redirect_uri');
  const verifier = required(form.code_verifier, 'code_verifier');
  return redeemCode(ctx, { code, clientId, redirectUri, verifier, resource });
}

/** @throws RuleRefused `invalid_request` without a value */
function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new RuleRefused('invalid_request', `${name} is missing.`);
  return value;
}

function presentTokens({ access, refresh, expiresInSeconds, scopes }: GrantedTokens) {
  return {
    access_token: access,
    token_type: 'Bearer' as const,
    expires_in: expiresInSeconds,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}
