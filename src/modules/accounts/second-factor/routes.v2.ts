import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { FRESH_SECONDS } from '../../../platform/auth/presence.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { networkOf } from '../sessions/network.ts';
import { CONFIRM_ERRORS, confirmSession } from './confirm-session.ts';
import { beginTotp, confirmTotp, readSecondFactor, removeTotp, renewRecoveryCodes } from './manage-totp.ts';
import { BegunTotp, CodeBody, ConfirmBody, ConfirmedSession, RecoveryCodes, SecondFactor } from './schemas.ts';

const common = { tags: ['Second factor'], addition: true, policy: signedIn } as const;

/** The user's own second factor, and confirmation of the session by authenticating again. */
export function secondFactorRoutes(app: FastifyInstance, { publicUrl }: AccountDeps): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/me/second-factor',
    operationId: 'getSecondFactor',
    summary: 'Read one’s second factor',
    replies: { 200: SecondFactor },
    handle: async ({ ctx }) => {
      const { totp, passkeys, recoveryCodesLeft } = await readSecondFactor(ctx);
      return { totp, passkeys, recovery_codes_left: recoveryCodesLeft };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/me/second-factor/totp',
    operationId: 'beginTotp',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Start the setup of an authenticator app',
    description: 'Time-based codes of six digits (RFC 6238). They are required only after a code has been confirmed.',
    replies: { 201: BegunTotp },
    errors: ['second_factor_exists'],
    handle: async ({ ctx }) => {
      const { secret, otpauthUrl } = await beginTotp(ctx);
      return { secret, otpauth_url: otpauthUrl };
    },
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/me/second-factor/totp',
    operationId: 'confirmTotp',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Confirm the authenticator app, so that its codes are required',
    description: 'Confirms the app with one of its codes. Afterwards, signing in with the password requires a code.',
    body: CodeBody,
    replies: { 200: RecoveryCodes },
    errors: [404],
    handle: async ({ ctx, body, request }) => ({
      recovery_codes: await confirmTotp(ctx, { ...body, network: networkOf(request) }),
    }),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/me/second-factor/totp',
    operationId: 'removeTotp',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Remove one’s second factor',
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx }) => removeTotp(ctx),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/me/second-factor/recovery-codes',
    operationId: 'renewRecoveryCodes',
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Create new recovery codes',
    description: 'The previous ones are invalid.',
    replies: { 201: RecoveryCodes },
    errors: [404],
    handle: async ({ ctx }) => ({ recovery_codes: await renewRecoveryCodes(ctx) }),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sessions/current/confirmation',
    operationId: 'confirmSession',
    presence: 'token',
    summary: 'Show again who one is',
    description: `Sensitive operations are refused for a session (403 \`fresh_authentication_required\`) that was authenticated more than ${FRESH_SECONDS / 60} minutes ago. API tokens are exempt, except where only a session is accepted (403 \`not_a_session\`).`,
    scope: 'any',
    body: ConfirmBody,
    replies: { 200: ConfirmedSession },
    errors: CONFIRM_ERRORS,
    handle: async ({ ctx, body, request }) => {
      await confirmSession(ctx, { ...body, publicUrl, network: networkOf(request) });
      return { fresh_until: new Date(ctx.now().getTime() + FRESH_SECONDS * 1000).toISOString() };
    },
  });
}
