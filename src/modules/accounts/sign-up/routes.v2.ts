import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { isFromOwnPage, sessionCookie } from '../../../platform/auth/session-cookie.ts';
import { Forbidden } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { requestedLocale } from '../../../platform/http/requested-locale.ts';
import { languageOf } from '../../../platform/locale.ts';
import { CODE_ERRORS } from '../codes/account-code.ts';
import type { AccountDeps } from '../deps.ts';
import { callerOf, networkOf } from '../sessions/network.ts';
import { presentConsoleSession, presentSession } from '../sessions/present.ts';
import { sessionUser } from '../sessions/session-user.ts';
import { requestSignUp, SIGN_UP_ERRORS } from './request-sign-up.ts';
import { Accepted, CodeBody, SignUpBody, VerifiedConsoleSession, VerifiedSession } from './schemas.ts';
import { verifyEmail } from './verify-email.ts';

const common = { tags: ['Sign-up and recovery'], addition: true, policy: everyone } as const;

/** Sign-up: the request, and the proof of the address. */
export function signUpRoutes(app: FastifyInstance, { publicUrl, campaigns }: AccountDeps): void {
  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/sign-up',
    operationId: 'signUp',
    summary: 'Ask for an account',
    description:
      'For creators and agencies; stores register with `POST /advertiser/register-store`. The address receives a mail with a single-use code that is valid for an hour. To an address without an account, it is in the language of `Accept-Language` (`en`, `sv` or `de`). The reply and its time are the same whether or not the address has an account.',
    body: SignUpBody,
    replies: { 202: Accepted },
    errors: SIGN_UP_ERRORS,
    handle: async ({ ctx, body, request, reply }) => {
      const { offer_token: campaignToken, accepts_terms: acceptsTerms, ...person } = body;
      const caller = { network: networkOf(request), language: languageOf(requestedLocale(request, reply)) };
      await requestSignUp(ctx, campaigns, { ...person, campaignToken, acceptsTerms, ...caller });
      return { message: 'If the address can have an account, a mail is on its way to it.' };
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/email-verifications',
    operationId: 'verifyEmail',
    summary: 'Verify an address and sign in',
    description:
      'With the code of the sign-up’s mail. The account is created and joins the campaign that it was invited to. After thirty wrong codes from a network within 15 minutes, a 429 states when to try again.',
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
    summary: 'Verify an address and sign in to the console',
    description:
      'Like `POST /v2/email-verifications`, but the token is set as a cookie, as by `POST /v2/sessions/console`; only from pages of the console.',
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
