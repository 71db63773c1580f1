import type { FastifyInstance } from 'fastify';
import { everyone, signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { CODE_ERRORS, countCodeRequest, requestCode } from '../codes/account-code.ts';
import { networkOf } from '../sessions/network.ts';
import { Accepted, codeText } from '../sign-up/schemas.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { resetPassword } from './reset-password.ts';
import { EmailChangeBody, ResetBody, ResetRequestBody } from './schemas.ts';

const common = { tags: ['Sign-up and recovery'], addition: true } as const;

/** Password reset and change of the e-mail address. */
export function recoveryRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/password-resets',
    operationId: 'requestPasswordReset',
    summary: 'Ask for a new password',
    description:
      'If the address has an account, it receives a mail with a single-use code that is valid for an hour. The reply and its time are the same whether or not it has an account.',
    policy: everyone,
    body: ResetRequestBody,
    replies: { 202: Accepted },
    handle: async ({ ctx, body, request }) => {
      await countCodeRequest(ctx, networkOf(request));
      await requestCode(ctx, { kind: 'password_reset', email: body.email });
      return { message: 'If there is an account of this address, a mail is on its way to it.' };
    },
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/password-resets/:code',
    operationId: 'resetPassword',
    summary: 'Set a new password with a mailed code',
    description:
      'Ends all sessions of the account, and revokes its API tokens unless they are kept. It opens no session. Wrong codes are limited as in `POST /v2/email-verifications`.',
    policy: everyone,
    params: { code: codeText() },
    body: ResetBody,
    replies: { 204: null },
    errors: CODE_ERRORS,
    handle: ({ ctx, params, body, request }) =>
      resetPassword(ctx, {
        code: params.code,
        password: body.password,
        keepTokens: body.keep_tokens ?? false,
        network: networkOf(request),
      }),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/me/email-changes',
    operationId: 'requestEmailChange',
    forUnproven: true,
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Request a change of the e-mail address',
    description:
      'The new address receives a mail with a code, and the current one a notification. Nothing changes until the code is used. The present address is accepted while nobody has proven it, and is proven by the code.',
    policy: signedIn,
    body: EmailChangeBody,
    replies: { 202: Accepted },
    errors: ['same_email'],
    handle: async ({ ctx, body, request }) => {
      await requestEmailChange(ctx, {
        email: body.email,
        currentPassword: body.current_password,
        network: networkOf(request),
      });
      return { message: 'A mail is on its way to the new address.' };
    },
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/me/email-changes/:code',
    operationId: 'confirmEmailChange',
    forUnproven: true,
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Confirm the new e-mail address of the caller’s account',
    description:
      'With the mailed code, signed in to the account that requested the change. The previous address is notified.',
    policy: signedIn,
    params: { code: codeText() },
    replies: { 204: null },
    errors: [...CODE_ERRORS, 'email_taken'],
    handle: ({ ctx, params, request }) => confirmEmailChange(ctx, { code: params.code, network: networkOf(request) }),
  });
}
