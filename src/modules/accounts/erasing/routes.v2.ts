import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateTime, id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { provisioning } from '../provisioning/resource-routes.ts';
import { eraseUser } from './erase-user.ts';

/** The erasing of people, for administrators. */
export function erasingRoutes(app: FastifyInstance): void {
  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/users/:user/erase',
    operationId: 'adminEraseUser',
    scope: 'administration',
    presence: 'owner',
    summary: 'Erase a person',
    description:
      'Permanently removes names, addresses, credentials, tokens, social accounts, media and the texts of comments. Links still redirect, but earn nothing. Records of money remain under the user’s id, and invoices keep the name of their recipient. Repeating the request is harmless.',
    replies: { 200: Type.Object({ id: id(), erased_at: dateTime() }) },
    errors: ['last_administrator'],
    handle: async ({ ctx, params }) => {
      const erased = await eraseUser(ctx, { userId: params.user, actorId: ctx.actor.userId });
      return { id: erased.id, erased_at: erased.erasedAt.toISOString() };
    },
  });
}
