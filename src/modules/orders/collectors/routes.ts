import type { FastifyInstance } from 'fastify';
import type { OrderDeps } from '../deps.ts';
import { openToAnyPage } from './any-page.ts';
import { firstPartyRoutes } from './first-party-routes.ts';
import { pixelRoute } from './pixel-route.ts';
import { pluginRoutes } from './plugin-routes.ts';
import { rememberStores } from './remember-stores.ts';
import { scriptRoute } from './script-route.ts';

/** Routes by which stores report orders without an access token: the script, the image, and the plugin. */
export function collectorRoutes(app: FastifyInstance, deps: OrderDeps): void {
  const findStore = rememberStores();
  openToAnyPage(app, (scope) => {
    scriptRoute(scope, deps, findStore);
    pixelRoute(scope, deps);
  });
  openToAnyPage(app, (scope) => firstPartyRoutes(scope, deps, findStore));
  pluginRoutes(app, deps);
}
