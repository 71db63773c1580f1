import type { FastifyInstance } from 'fastify';
import { everyone } from '../../../platform/auth/policy.ts';
import { text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { requestedLanguage } from '../../../platform/http/requested-locale.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { lockStore } from '../record/change-store.ts';
import { activatePlugin } from './activate-plugin.ts';
import { setAttributionWindow } from './attribution-window.ts';
import { readCollector } from './collector.ts';
import { orderRuleRoutes } from './order-rules.routes.v2.ts';
import { passedParameterRoutes } from './passed-parameters.routes.v2.ts';
import { onStoreByKey } from './policy.ts';
import { presentActivatedPlugin, presentCollector } from './present.ts';
import { rotateActivationKey } from './rotate-activation-key.ts';
import { ActivateBody, ActivatedPlugin, Collector, WindowBody } from './schemas.ts';

const tags = ['Advertiser administration'];
const policy = onStore('advertiser');
/** The field of a collector that a change can set: the attribution window of its store. */
const versionOf = ({ attribution_window_days }: { attribution_window_days: number }) => ({ attribution_window_days });
const COLLECTORS = '/v2/advertisers/:advertiser/order-collectors' as const;

/** The settings of order collectors: the sales pixel and the store plugin. */
export function trackingRoutes(app: FastifyInstance, deps: StoreDeps): void {
  collectorRoutes(app);
  windowRoute(app);
  pluginRoutes(app);
  orderRuleRoutes(app, deps);
  passedParameterRoutes(app);
}

function collectorRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: `${COLLECTORS}/sales-pixel`,
    operationId: 'getSalesPixel',
    summary: 'Read the settings of the sales pixel',
    description: '`advertiser` is the store’s tracking key or its id.',
    tags,
    policy: onStoreByKey,
    replies: { 200: Collector },
    version: versionOf,
    handle: async ({ ctx, resource, request, reply }) =>
      presentCollector(
        await readCollector(ctx, { storeId: resource.id, collector: 'sales_pixel' }),
        ctx.publicUrl,
        requestedLanguage(request, reply),
      ),
  });

  operation(app, {
    method: 'GET',
    url: `${COLLECTORS}/:collector`,
    operationId: 'getOrderCollector',
    summary: 'Read the settings of an order collector',
    description: '`shop_plugin`, `sales_pixel` or `server`.',
    tags,
    policy,
    params: { collector: text({ min: 1, max: 64 }) },
    replies: { 200: Collector },
    version: versionOf,
    handle: async ({ ctx, resource, params: { collector }, request, reply }) =>
      presentCollector(
        await readCollector(ctx, { storeId: resource.id, collector }),
        ctx.publicUrl,
        requestedLanguage(request, reply),
      ),
  });
}

function windowRoute(app: FastifyInstance): void {
  operation(app, {
    method: 'PUT',
    url: '/v2/advertisers/:advertiser/attribution-window',
    operationId: 'setAttributionWindow',
    scope: 'administration',
    presence: 'token',
    summary: 'Set the attribution window of a store',
    description:
      'Applies to orders reported from now on; earlier orders are unchanged. Returns the settings of the `sales_pixel`. Pages ' +
      'use it within a day, when browsers renew the script.',
    tags,
    addition: true,
    policy,
    body: WindowBody,
    replies: { 200: Collector },
    current: async ({ ctx, resource: { id: storeId } }) => {
      await lockStore(ctx.db, storeId);
      const { attributionWindowDays } = await readCollector(ctx, { storeId, collector: 'sales_pixel' });
      return { attribution_window_days: attributionWindowDays };
    },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource: { id: storeId }, body: { attribution_window_days: days }, request, reply }) => {
      await setAttributionWindow(ctx, { storeId, days });
      return presentCollector(
        await readCollector(ctx, { storeId, collector: 'sales_pixel' }),
        ctx.publicUrl,
        requestedLanguage(request, reply),
      );
    },
  });
}

function pluginRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'POST',
    url: '/v2/activate-tracking-plugin',
    operationId: 'activateTrackingPlugin',
    summary: 'Activate a shop’s plugin',
    description:
      'The plugin sends the store’s activation key. The time of the first activation is stored; later requests receive the same reply.',
    tags,
    policy: everyone,
    publicWrite: 'report',
    body: ActivateBody,
    replies: { 200: ActivatedPlugin },
    errors: ['store_inactive', 404],
    handle: async ({ ctx, body, request, reply }) =>
      presentActivatedPlugin(
        await activatePlugin(ctx, { activationKey: body.service_activation_key }),
        ctx.publicUrl,
        requestedLanguage(request, reply),
      ),
  });

  operation(app, {
    method: 'POST',
    url: `${COLLECTORS}/shop_plugin/rotate-key`,
    operationId: 'rotateServiceActivationKey',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Create or replace the activation key of a store’s plugin',
    description:
      'Only this reply contains the key. The previous key becomes invalid, and the plugin must be activated again.',
    tags,
    addition: true,
    policy,
    replies: { 200: Collector },
    handle: async ({ ctx, resource: { id: storeId }, request, reply }) => {
      const key = await rotateActivationKey(ctx, { storeId });
      return presentCollector(
        await readCollector(ctx, { storeId, collector: 'shop_plugin' }),
        ctx.publicUrl,
        requestedLanguage(request, reply),
        key,
      );
    },
  });
}
