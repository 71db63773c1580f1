import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { inPerson, signedIn } from '../../../platform/auth/policy.ts';
import { dateTime, list, oneOf, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { acceptTerms, listAccepted, readCurrentTerms, TERMS_KINDS } from './accepted-terms.ts';
import { CurrentTermsList } from './schemas.ts';

const common = { tags: ['Own data'], addition: true, url: '/v2/me/terms' } as const;

const version = { kind: oneOf(TERMS_KINDS), version: text({ min: 1, max: 64 }) };

/** The marketplace's terms and privacy notice, and the versions that a user has accepted. */
export function termsRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'getTerms',
    summary: 'Read the current terms and those that the caller has accepted',
    policy: signedIn,
    replies: {
      200: Type.Object({
        current: CurrentTermsList,
        accepted: list(Type.Object({ kind: oneOf(TERMS_KINDS), version: Type.String(), accepted_at: dateTime() }), {
          max: 200,
          description: 'The newest first.',
        }),
      }),
    },
    handle: async ({ ctx }) => ({
      current: await readCurrentTerms(ctx.db),
      accepted: (await listAccepted(ctx)).map(({ kind, version: of, acceptedAt }) => ({
        kind,
        version: of,
        accepted_at: acceptedAt.toISOString(),
      })),
    }),
  });

  operation(app, {
    ...common,
    method: 'POST',
    operationId: 'acceptTerms',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Accept the terms that apply',
    description: 'The versions that the person has seen. If a version is accepted repeatedly, the first time is kept.',
    policy: inPerson(signedIn),
    body: Type.Object({ versions: list(Type.Object(version), { min: 1, max: TERMS_KINDS.length }) }),
    replies: { 204: null },
    errors: [409],
    handle: ({ ctx, body }) => acceptTerms(ctx, body.versions),
  });
}
