import type { FastifyInstance } from 'fastify';
import type { OrderParts } from '../parts.ts';
import { openToAnyPage } from './any-page.ts';
import { pixelRoute } from './pixel-route.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { scriptRoute } from './script-route.ts';

/** By which shops tell of their orders without an access token: the script and the image on their pages, and their plugin. */
export function collectorRoutes(app: FastifyInstance, parts: OrderParts): void {
  openToAnyPage(app, (scope) => {
    scriptRoute(scope, parts);
    pixelRoute(scope, parts);
  });
  pluginRoutes(app, parts);
}
