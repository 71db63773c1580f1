import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { setStoreActive } from './activity.ts';
import { readEmailQuota } from './email-quota.ts';
import { presentEmailQuota, presentStoreActivity } from './present.ts';
import { EmailQuota, StoreActivity } from './schemas.ts';

const tags = ['Advertiser administration'];
const policy = onStore('advertiser');

/** A store's e-mail quota, and its activation and deactivation. */
export function settingsRoutes(app: FastifyInstance, deps: StoreDeps): void {
  quotaRoute(app);
  activityRoutes(app, deps);
}

function quotaRoute(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/email-quota',
    operationId: 'getEmailQuota',
    summary: 'Read the e-mail quota of a store',
    tags,
    policy,
    replies: { 200: EmailQuota },
    handle: async ({ ctx, resource }) => presentEmailQuota(await readEmailQuota(ctx, resource.id)),
  });
}

function activityRoutes(app: FastifyInstance, { refreshIndex }: StoreDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/advertisers/:advertiser/deactivate',
    operationId: 'deactivateAdvertiser',
    // It takes something away, and a store that has just registered may stop again.
    forUnproven: true,
    scope: 'administration',
    presence: 'fresh',
    summary: 'Take a store out',
    description:
      'Its links earn nothing, and no new ones can be created; shoppers are still redirected. Repeating the request has no effect. Only an administrator can reactivate the store.',
    tags,
    policy,
    replies: { 200: StoreActivity },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource }) => {
      const activity = await setStoreActive(ctx, { storeId: resource.id, active: false });
      await refreshIndex(resource.id);
      return presentStoreActivity(activity);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/advertisers/:advertiser/activate',
    operationId: 'activateAdvertiser',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Take a store back in',
    tags,
    addition: true,
    policy: adminOnly,
    replies: { 200: StoreActivity },
    handle: async ({ ctx, params }) => {
      const activity = await setStoreActive(ctx, { storeId: params.advertiser, active: true });
      await refreshIndex(params.advertiser);
      return presentStoreActivity(activity);
    },
  });
}
