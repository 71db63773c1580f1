import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountParts } from '../parts.ts';
import { CLIENTS } from './clients.ts';
import { createClient, deleteClient, rotateClientSecret, updateClient } from './manage-clients.ts';
import { provisioning, resourceRoutes } from './resource-routes.ts';
import { REVENUE_TIERS } from './revenue-tiers.ts';

/** Clients and revenue tiers, for administrators. */
export function provisioningRoutes(app: FastifyInstance, _parts: AccountParts): void {
  resourceRoutes(app, REVENUE_TIERS);
  resourceRoutes(app, CLIENTS, { create: createClient, update: updateClient, remove: deleteClient });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/clients/:client/rotate-secret',
    operationId: 'adminRotateClientSecret',
    summary: 'Give a client a new secret',
    description: 'The secret is in this reply and in no other; the one before proves nothing any more.',
    replies: { 200: CLIENTS.record },
    handle: async ({ ctx, params }) => CLIENTS.present(await rotateClientSecret(ctx, params.client)),
  });
}
