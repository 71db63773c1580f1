import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, isStoreKey } from '../../../platform/auth/actor.ts';
import { everyone, inPerson, type Policy, signedIn } from '../../../platform/auth/policy.ts';
import { endedSessionCookie, isFromOwnPage, sessionCookie } from '../../../platform/auth/session-cookie.ts';
import { Forbidden } from '../../../platform/errors/errors.ts';
import { isLocalPeer } from '../../../platform/http/local-peer.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { findOwnStoreKey } from '../store-keys/list-store-keys.ts';
import { presentStoreKeyIdentity } from '../store-keys/schemas.ts';
import { readCurrentTerms } from '../terms/accepted-terms.ts';
import { changePassword } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { findMe } from './find-me.ts';
import { callerOf, networkOf } from './network.ts';
import { presentConsoleSession, presentMe, presentSession } from './present.ts';
import {
  ConsoleSession,
  IdentityReply,
  MeRecord,
  PasswordBody,
  ProfileBody,
  Session,
  SignInBody,
  SignInOptions,
} from './schemas.ts';
import { sessionUser } from './session-user.ts';
import { SIGN_IN_ERRORS, signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

const common = { tags: ['Sessions'], addition: true } as const;

/** The body contains the credentials. Invalid ones are refused like an invalid token. */
const byPassword: Policy<Actor | null, null> = {
  ...everyone,
  name: 'password',
  describe: 'Anybody who knows the e-mail address and the password of an account.',
  refusals: [401],
};

/** Sign-in and sign-out with e-mail and password, and the current user. */
export function sessionRoutes(app: FastifyInstance, { publicUrl, demoSignIns, identitySignIn }: AccountDeps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sessions',
    operationId: 'signIn',
    summary: 'Sign in with e-mail and password',
    description:
      'The token is valid for twelve hours after its last use, and for thirty days at most. After ten wrong passwords for an e-mail address from one network within 15 minutes, or fifty from a network for all addresses, a 429 states when to try again; other networks are not affected. After a hundred for an address from all networks within a day, a code that is mailed to the address is needed, too (400 `mailed_code_required`, then `mailed_code`). A network from which the user has signed in within the last thirty days has ten attempts of its own, and needs no code.',
    policy: byPassword,
    body: SignInBody,
    replies: { 201: Session },
    errors: SIGN_IN_ERRORS,
    handle: async ({ ctx, body, request }) => {
      const session = await signIn(ctx, { ...body, publicUrl, ...callerOf(request) });
      return presentSession(session, await sessionUser(ctx, session));
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sessions/console',
    operationId: 'signInToConsole',
    summary: 'Sign in to the console with e-mail and password',
    description:
      'Like `POST /v2/sessions`, but the token is set as a cookie that scripts cannot read and other sites cannot use. Only pages of the console may call it: the browser states this in `sec-fetch-site`, otherwise `x-tributary-console` is required. Other requests are a 403.',
    policy: { ...byPassword, refusals: [401, 403] },
    body: SignInBody,
    replies: { 201: ConsoleSession },
    errors: SIGN_IN_ERRORS,
    handle: async ({ ctx, body, request, reply }) => {
      // Otherwise another site could sign a visitor in to an attacker's account and observe the visitor's actions.
      if (!isFromOwnPage(request)) throw new Forbidden();
      const session = await signIn(ctx, { ...body, publicUrl, ...callerOf(request) });
      reply.header('set-cookie', sessionCookie(session.token, { publicUrl, expiresAt: session.endsAt }));
      return presentConsoleSession(session, await sessionUser(ctx, session));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/sign-in-options',
    operationId: 'getSignInOptions',
    summary: 'Read the available ways to sign in',
    description:
      'Lists the users of the demo market if this process has loaded it, only for requests from this machine without a proxy.',
    policy: everyone,
    replies: { 200: SignInOptions },
    handle: async ({ ctx, request }) => ({
      terms: await readCurrentTerms(ctx.db),
      identity: identitySignIn === null ? null : { name: identitySignIn.name },
      demo: isLocalPeer(request.raw) ? await demoSignIns() : [],
    }),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/sessions/current',
    operationId: 'signOut',
    presence: 'token',
    summary: 'Sign out',
    scope: 'any',
    description: 'Revokes only the token of the request, regardless of its kind.',
    policy: signedIn,
    replies: { 204: null },
    handle: async ({ ctx, request, reply }) => {
      await signOut(ctx, { token: tokenOf(request) });
      if (request.headers.cookie !== undefined) reply.header('set-cookie', endedSessionCookie(publicUrl));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me',
    operationId: 'getMe',
    assistants: 'tool',
    summary: 'Read the current user',
    scope: 'any',
    storeKey: 'any',
    policy: signedIn,
    replies: { 200: IdentityReply },
    handle: async ({ ctx, actor }) =>
      isStoreKey(actor) ? presentStoreKeyIdentity(await findOwnStoreKey(ctx)) : presentMe(await findMe(ctx, actor)),
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: '/v2/me',
    operationId: 'updateMe',
    summary: 'Change the own profile',
    description:
      'The name is shown to stores, agencies and administrators. The e-mail address is changed by `POST /v2/me/email-changes`.',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    policy: inPerson(signedIn),
    body: ProfileBody,
    replies: { 200: MeRecord },
    handle: async ({ ctx, actor, body }) => {
      await changeProfile(ctx, { displayName: body.display_name });
      return presentMe(await findMe(ctx, actor));
    },
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/me/password',
    operationId: 'changePassword',
    forUnproven: true,
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Change the password',
    description:
      'Ends all other sessions and what the caller permits to programs and, unless `keep_tokens` is set, revokes all API tokens; the token of the request remains valid. Refuses passwords that are easy to guess. ' +
      'A wrong current password counts as a failed sign-in.',
    policy: inPerson(signedIn),
    body: PasswordBody,
    replies: { 204: null },
    errors: ['no_password'],
    handle: ({ ctx, body, request }) =>
      changePassword(ctx, {
        current: body.current_password,
        next: body.password,
        keepTokens: body.keep_tokens ?? false,
        token: tokenOf(request),
        network: networkOf(request),
      }),
  });
}

/** Returns the raw token, which the policy has accepted. */
function tokenOf({ credential }: FastifyRequest): string {
  return credential!.value;
}
