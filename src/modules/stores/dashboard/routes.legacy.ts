import type { FastifyInstance } from 'fastify';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { findDashboard } from './find-dashboard.ts';
import { presentDashboard } from './present.ts';
import { UserDashboard } from './schemas.ts';

/** The data of a creator that a store may see. */
export function dashboardRoutesLegacy(app: FastifyInstance, _parts: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/advertiser/stores/:id/users/:userid/dashboard',
    operationId: 'getUserDashboard',
    summary: 'Read a creator as a store sees them',
    description: [
      'Of creators with a link on the store, a part in one of its offers, terms of their own there, or membership; any other is a 404.',
      'Callers who may act for the creator see everything. For others, the following fields are empty:',
      '- `tier_pricing_type`, `config`, `revenue_tier_id` and `recruitment_utm`, always;',
      '- `city`, `address`, `postcode` and `phone`, until the creator and the store have agreed on an offer or the creator is a member;',
      '- `email`, `first_name`, `surname`, `last_active` and `sign_user_agreement`, as long as the store has only invited the creator.',
    ].join('\n'),
    tags: ['Store management'],
    policy: onStore('id'),
    params: { userid: id({ kind: 'user' }) },
    replies: { 200: UserDashboard },
    handle: async ({ ctx, resource, params: { userid } }) =>
      presentDashboard(await findDashboard(ctx, { storeId: resource.id, userId: userid })),
  });
}
