import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { dateTime } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { cancelDeletion, requestDeletion } from './request-deletion.ts';

const common = { tags: ['Sessions'], addition: true, policy: signedIn, url: '/v2/me/deletion' } as const;

/** Deletion of the own account. */
export function deletionRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'POST',
    operationId: 'requestDeletion',
    forUnproven: true,
    scope: 'administration',
    needs: 'read',
    presence: 'owner',
    summary: 'Request the erasure of the caller’s account',
    description:
      'The account is erased after fourteen days, as by `POST /v2/admin/users/{user}/erase`; until then the request can be cancelled. A repeated request does not change the date.',
    replies: { 202: Type.Object({ due_at: dateTime() }) },
    errors: ['last_administrator', 'last_owner'],
    handle: async ({ ctx }) => ({ due_at: (await requestDeletion(ctx)).toISOString() }),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    operationId: 'cancelDeletion',
    scope: 'administration',
    needs: 'read',
    presence: 'token',
    summary: 'Keep one’s account after all',
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx }) => cancelDeletion(ctx),
  });
}
