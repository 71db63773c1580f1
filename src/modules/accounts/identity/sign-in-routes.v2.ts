import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  endedIdentityFlowCookie,
  identityFlowCookie,
  readIdentityFlowCookie,
} from '../../../platform/auth/identity-flow-cookie.ts';
import type { IdentitySession } from '../../../platform/auth/identity-session.ts';
import { everyone } from '../../../platform/auth/policy.ts';
import { sessionCookie } from '../../../platform/auth/session-cookie.ts';
import { NotFound, RuleRefused, Unauthenticated, Unavailable } from '../../../platform/errors/errors.ts';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { originOf } from '../sessions/network.ts';
import { signInByIdentity } from './sign-in-by-identity.ts';

const CALLBACK = '/v2/sessions/identity/callback';
const common = { method: 'GET', tags: ['Sessions'], addition: true, policy: everyone } as const;

/** Signing in to the console at the identity provider (OpenID Connect, authorization code with PKCE). */
export function identitySignInRoutes(
  app: FastifyInstance,
  { publicUrl, identitySignIn, newUsersOf }: AccountDeps,
): void {
  const redirectUri = `${publicUrl}${CALLBACK}`;

  operation(app, {
    ...common,
    url: '/v2/sessions/identity',
    operationId: 'startIdentitySignIn',
    summary: 'Redirect to the identity provider to sign in',
    description: 'For browsers. The provider sends the browser back to `finishIdentitySignIn`.',
    query: {
      to: Type.Optional(text({ max: 1024, description: 'The page of the console that is opened afterwards.' })),
    },
    replies: { 302: null },
    errors: [404],
    handle: async ({ query, reply }) => {
      if (identitySignIn === null) throw new NotFound('identity provider');
      const { url, flow } = await identitySignIn.start(redirectUri);
      reply.headers({
        location: url,
        'cache-control': 'no-store',
        'set-cookie': identityFlowCookie({ ...flow, to: ownPage(query.to) }, publicUrl),
      });
    },
  });

  operation(app, {
    ...common,
    url: CALLBACK,
    operationId: 'finishIdentitySignIn',
    summary: 'Return from the identity provider',
    description:
      'For browsers: the provider redirects them here. If the response is valid, the session of the console is set as a cookie. Otherwise the sign-in page shows the reason (`failed`). A user is created only where the operator permits it (`IDP_CREATE_USERS`).',
    query: {
      code: Type.Optional(text({ max: 4096, description: 'The authorization code.' })),
      state: Type.Optional(text({ max: 512, description: 'The state of `startIdentitySignIn`.' })),
      iss: Type.Optional(text({ max: 2048, description: 'The provider.' })),
      error: Type.Optional(text({ max: 512, description: 'Why the provider refuses.' })),
      error_description: Type.Optional(text({ max: 4096, description: 'The same in words.' })),
      error_uri: Type.Optional(text({ max: 2048, description: 'A page about the error.' })),
      session_state: Type.Optional(text({ max: 2048, description: 'The session at the provider; not used.' })),
      scope: Type.Optional(text({ max: 2048, description: 'The granted scope; not used.' })),
    },
    replies: { 302: null },
    errors: [404],
    handle: async ({ ctx, query, request, reply }) => {
      if (identitySignIn === null) throw new NotFound('identity provider');
      const pending = readIdentityFlowCookie(request.headers.cookie, publicUrl);
      const cookies = [endedIdentityFlowCookie(publicUrl)];
      reply.header('cache-control', 'no-store');
      try {
        if (pending === null || !isSame(pending.state, query.state ?? '') || query.code === undefined)
          throw new Unauthenticated();
        const identity: IdentitySession = await identitySignIn.finish(query.code, pending, redirectUri);
        const session = await signInByIdentity(ctx, { newUsersOf }, identity, originOf(request));
        cookies.push(sessionCookie(session.token, { publicUrl, expiresAt: session.endsAt }));
        reply.headers({ location: `${publicUrl}${pending.to}`, 'set-cookie': cookies });
      } catch (error) {
        const location = `${publicUrl}/console/sign-in?failed=${failureOf(error)}`;
        reply.headers({ location, 'set-cookie': cookies });
      }
    },
  });
}

/** Only pages of the console are permitted; otherwise the route would be an open redirect. */
function ownPage(to: string | undefined): string {
  if (to === undefined || !/^\/console(?:[/?#]|$)/.test(to)) return '/console';
  const base = 'http://own.invalid';
  return URL.canParse(to, base) && new URL(to, base).origin === base
    ? new URL(to, base).href.slice(base.length)
    : '/console';
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns the reason that the sign-in page shows.
 * @throws every error that the sign-in did not cause
 */
function failureOf(error: unknown): string {
  if (error instanceof RuleRefused) return error.code;
  if (error instanceof Unavailable) return 'provider_unavailable';
  if (error instanceof Unauthenticated) return 'sign_in_refused';
  throw error;
}
