import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import { everyone, type Policy, signedIn } from '../../../platform/auth/policy.ts';
import { isFromOwnPage, sessionCookie } from '../../../platform/auth/session-cookie.ts';
import type { Context } from '../../../platform/context.ts';
import { Forbidden } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { callerOf, networkOf } from '../sessions/network.ts';
import { presentConsoleSession, presentSession } from '../sessions/present.ts';
import { ConsoleSession, Session } from '../sessions/schemas.ts';
import { sessionUser } from '../sessions/session-user.ts';
import { challengePasskey } from './check-passkey.ts';
import { listPasskeys, type Passkey } from './list-passkeys.ts';
import { lockPasskeys, removePasskey, renamePasskey } from './manage-passkeys.ts';
import { REGISTRATION_ERRORS, registerPasskey, startPasskey } from './register-passkey.ts';
import {
  NewPasskey,
  NewPasskeyBody,
  PasskeyList,
  PasskeyName,
  PasskeyRecord,
  PasskeySignInBody,
  presentPasskey,
  RegistrationOptions,
  RequestOptions,
} from './schemas.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';

const common = { tags: ['Passkeys'], addition: true } as const;

/** The body contains the credentials. Invalid ones are refused like an invalid token. */
const byPasskey: Policy<Actor | null, null> = {
  ...everyone,
  name: 'passkey',
  describe: 'Anyone with a passkey of an account.',
  refusals: [401],
};

/** Sign-in with a passkey, and management of the own passkeys. */
export function passkeyRoutes(app: FastifyInstance, { publicUrl }: AccountDeps): void {
  ownPasskeyRoutes(app, publicUrl);

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/passkeys/challenges',
    operationId: 'challengePasskey',
    summary: 'Request a challenge for a passkey',
    description:
      'For `signInByPasskey`, for `signIn` as second factor, and for `confirmSession`. The reply reveals nothing about accounts.',
    policy: everyone,
    replies: { 201: RequestOptions },
    errors: ['passkeys_unavailable'],
    handle: async ({ ctx, request }) => {
      const { challenge, rpId, timeout } = await challengePasskey(ctx, { publicUrl, network: networkOf(request) });
      return { challenge, rpId: rpId!, timeout: timeout!, userVerification: 'required' as const };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sessions/passkey',
    operationId: 'signInByPasskey',
    summary: 'Sign in with a passkey',
    description: 'Without a password. The session counts as one with a second factor.',
    policy: byPasskey,
    body: PasskeySignInBody,
    replies: { 201: Session },
    errors: ['passkeys_unavailable'],
    handle: async ({ ctx, body, request }) => {
      const session = await signInByPasskey(ctx, { ...body, publicUrl, ...callerOf(request) });
      return presentSession(session, await sessionUser(ctx, session));
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sessions/console/passkey',
    operationId: 'signInToConsoleByPasskey',
    summary: 'Sign in to the console with a passkey',
    description: 'Like `signInByPasskey`, with the token in the cookie of the console; only from pages of the console.',
    policy: { ...byPasskey, refusals: [401, 403] },
    body: PasskeySignInBody,
    replies: { 201: ConsoleSession },
    errors: ['passkeys_unavailable'],
    handle: async ({ ctx, body, request, reply }) => {
      if (!isFromOwnPage(request)) throw new Forbidden();
      const session = await signInByPasskey(ctx, { ...body, publicUrl, ...callerOf(request) });
      reply.header('set-cookie', sessionCookie(session.token, { publicUrl, expiresAt: session.endsAt }));
      return presentConsoleSession(session, await sessionUser(ctx, session));
    },
  });
}

function ownPasskeyRoutes(app: FastifyInstance, publicUrl: string): void {
  const own = { ...common, policy: signedIn } as const;

  operation(app, {
    ...own,
    method: 'GET',
    url: '/v2/me/passkeys',
    operationId: 'listPasskeys',
    summary: 'List one’s passkeys',
    replies: { 200: PasskeyList },
    version: versionOf,
    handle: ({ ctx }) => readList(ctx),
  });

  operation(app, {
    ...own,
    method: 'POST',
    url: '/v2/me/passkeys/challenges',
    operationId: 'startPasskey',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Start the registration of a passkey',
    description: 'Requires a session, because API tokens cannot add a way to sign in.',
    replies: { 201: RegistrationOptions },
    errors: REGISTRATION_ERRORS,
    handle: async ({ ctx }) => {
      const { challenge, rp, user, pubKeyCredParams, timeout, excludeCredentials } = await startPasskey(ctx, publicUrl);
      return {
        challenge,
        rp: { id: rp.id!, name: rp.name },
        user,
        pubKeyCredParams,
        timeout: timeout!,
        attestation: 'none' as const,
        excludeCredentials: (excludeCredentials ?? []).map(({ id, type, transports = [] }) => ({
          id,
          type,
          transports: [...transports],
        })),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true,
          userVerification: 'required' as const,
        },
      };
    },
  });

  operation(app, {
    ...own,
    method: 'POST',
    url: '/v2/me/passkeys',
    operationId: 'registerPasskey',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Register a passkey',
    description:
      'With the response of the browser to `startPasskey`. Afterwards, signing in with the password requires a second factor. The first second factor of an account creates recovery codes.',
    body: NewPasskeyBody,
    replies: { 201: NewPasskey },
    errors: REGISTRATION_ERRORS,
    handle: async ({ ctx, body }) => {
      const { passkey, recoveryCodes } = await registerPasskey(ctx, { ...body, publicUrl });
      return { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes };
    },
  });

  operation(app, {
    ...own,
    method: 'PATCH',
    url: '/v2/me/passkeys/:passkey',
    operationId: 'renamePasskey',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Rename one of one’s passkeys',
    description: '`if-match` is the `etag` of the list.',
    body: PasskeyName,
    replies: { 200: PasskeyRecord },
    errors: [404],
    current: async ({ ctx }) => {
      await lockPasskeys(ctx);
      return versionOf(await readList(ctx));
    },
    handle: async ({ ctx, params, body }) => presentPasskey(await renamePasskey(ctx, params.passkey, body.name)),
  });

  operation(app, {
    ...own,
    method: 'DELETE',
    url: '/v2/me/passkeys/:passkey',
    operationId: 'removePasskey',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Remove one of one’s passkeys',
    description: 'Removing the last second factor also removes the recovery codes.',
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, params }) => removePasskey(ctx, params.passkey),
  });
}

const readList = async (ctx: Pick<Context, 'db' | 'actor'>) => ({
  data: (await listPasskeys(ctx)).map(presentPasskey),
});

/** The names by id. */
const versionOf = ({ data }: { data: readonly Pick<Passkey, 'id' | 'name'>[] }) =>
  Object.fromEntries(data.map(({ id, name }) => [id, name]));
