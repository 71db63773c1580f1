import type { FastifyInstance } from 'fastify';
import type { OrderDeps } from '../deps.ts';
import { openToAnyPage } from './any-page.ts';
import { pixelRoute } from './pixel-route.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { scriptRoute } from './script-route.ts';

/** Routes by which stores report orders without an access token: the script, the image, and the plugin. */
export function collectorRoutes(app: FastifyInstance, deps: OrderDeps): void {
  openToAnyPage(app, (scope) => {
    scriptRoute(scope, deps);
    pixelRoute(scope, deps);
  });
  pluginRoutes(app, deps);
}
