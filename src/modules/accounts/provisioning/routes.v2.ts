import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { AGENCIES } from './agencies.ts';
import { createAgency, deleteAgency, rotateAgencySecret, updateAgency } from './manage-agencies.ts';
import { provisioning, resourceRoutes } from './resource-routes.ts';
import { REVENUE_TIERS } from './revenue-tiers.ts';

/** Agencies and revenue tiers, for administrators. */
export function provisioningRoutes(app: FastifyInstance, _parts: AccountDeps): void {
  resourceRoutes(app, REVENUE_TIERS);
  resourceRoutes(app, AGENCIES, { create: createAgency, update: updateAgency, remove: deleteAgency });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/clients/:client/rotate-secret',
    operationId: 'adminRotateClientSecret',
    summary: 'Give a client a new secret',
    description: 'The secret is in this reply and in no other; the one before proves nothing any more.',
    replies: { 200: AGENCIES.record },
    handle: async ({ ctx, params }) => AGENCIES.present(await rotateAgencySecret(ctx, params.client)),
  });
}
