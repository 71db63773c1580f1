import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { isFromOwnPage, sessionCookie } from '../../../platform/auth/session-cookie.ts';
import { Forbidden } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { CODE_ERRORS } from '../codes/account-code.ts';
import type { AccountDeps } from '../deps.ts';
import { callerOf, networkOf } from '../sessions/network.ts';
import { presentConsoleSession, presentSession } from '../sessions/present.ts';
import { sessionUser } from '../sessions/session-user.ts';
import { requestSignUp, SIGN_UP_ERRORS } from './request-sign-up.ts';
import { Accepted, CodeBody, SignUpBody, VerifiedConsoleSession, VerifiedSession } from './schemas.ts';
import { verifyEmail } from './verify-email.ts';

const common = { tags: ['Sign-up and recovery'], addition: true, policy: everyone } as const;

/** Getting an account by oneself: a request, and the proof of the address. */
export function signUpRoutes(app: FastifyInstance, { publicUrl, campaigns }: AccountDeps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sign-up',
    operationId: 'signUp',
    summary: 'Ask for an account',
    description:
      'For creators and agencies; stores register (`POST /v2/advertisers/register`). The address gets a mail with a code, single-use, for an hour. ' +
      'The reply, and its time, are the same whether the address has an account or not.',
    body: SignUpBody,
    replies: { 202: Accepted },
    errors: SIGN_UP_ERRORS,
    handle: async ({ ctx, body, request }) => {
      const { offer_token: campaignToken, accepts_terms: acceptsTerms, ...person } = body;
      await requestSignUp(ctx, campaigns, { ...person, campaignToken, acceptsTerms, network: networkOf(request) });
      return { message: 'If the address can have an account, a mail is on its way to it.' };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/email-verifications',
    operationId: 'verifyEmail',
    summary: 'Prove an address, and be signed in',
    description:
      'By the code of the mail that a sign-up causes. The account is made now, and joins the campaign that it came from. Wrong codes count: after thirty of a network ' +
      'within a quarter of an hour, a 429 says when to try again.',
    body: CodeBody,
    replies: { 201: VerifiedSession },
    errors: CODE_ERRORS,
    handle: async ({ ctx, body, request }) => {
      const { session, joinedCampaignId, campaignToken } = await verifyEmail(ctx, campaigns, {
        ...body,
        ...callerOf(request),
      });
      const came = { joined_offer_id: joinedCampaignId, offer_token: campaignToken };
      return { ...presentSession(session, await sessionUser(ctx, session)), ...came };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/email-verifications/console',
    operationId: 'verifyEmailInConsole',
    summary: 'Prove an address, and be signed in to the console',
    description:
      'As `POST /v2/email-verifications`, but the token goes into a cookie, as `POST /v2/sessions/console` has it: only from a page of our own.',
    policy: { ...everyone, refusals: [403] },
    body: CodeBody,
    replies: { 201: VerifiedConsoleSession },
    errors: CODE_ERRORS,
    handle: async ({ ctx, body, request, reply }) => {
      if (!isFromOwnPage(request)) throw new Forbidden();
      const { session, joinedCampaignId, campaignToken } = await verifyEmail(ctx, campaigns, {
        ...body,
        ...callerOf(request),
      });
      reply.header('set-cookie', sessionCookie(session.token, { publicUrl, expiresAt: session.endsAt }));
      const came = { joined_offer_id: joinedCampaignId, offer_token: campaignToken };
      return { ...presentConsoleSession(session, await sessionUser(ctx, session)), ...came };
    },
  });
}
