import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import type { AccountDeps } from '../deps.ts';
import { AGENCIES } from './agencies.ts';
import { createAgency, deleteAgency, lockDefault, rotateAgencySecret, updateAgency } from './manage-agencies.ts';
import { provisioning, resourceRoutes } from './resource-routes.ts';
import { REVENUE_TIERS } from './revenue-tiers.ts';

/** Agencies and revenue tiers, for administrators. */
export function provisioningRoutes(app: FastifyInstance, _parts: AccountDeps): void {
  resourceRoutes(app, REVENUE_TIERS);
  resourceRoutes(app, AGENCIES, {
    create: createAgency,
    update: updateAgency,
    lockFirst: lockDefault,
    remove: deleteAgency,
  });

  operation(app, {
    ...provisioning,
    method: 'POST',
    url: '/v2/admin/clients/:client/rotate-secret',
    operationId: 'adminRotateClientSecret',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Replace a client’s secret',
    description: 'Only this reply contains the secret. The previous secret is no longer valid.',
    replies: { 200: AGENCIES.record },
    handle: async ({ ctx, params }) => AGENCIES.present(await rotateAgencySecret(ctx, params.client)),
  });
}
