import type { FastifyInstance } from 'fastify';
import type { OrderDeps } from '../deps.ts';
import { openToAnyPage } from './any-page.ts';
import { pixelRoute } from './pixel-route.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { scriptRoute } from './script-route.ts';

/** By which stores tell of their orders without an access token: the script and the image on their pages, and their plugin. */
export function collectorRoutes(app: FastifyInstance, deps: OrderDeps): void {
  openToAnyPage(app, (scope) => {
    scriptRoute(scope, deps);
    pixelRoute(scope, deps);
  });
  pluginRoutes(app, deps);
}
