import type { FastifyInstance } from 'fastify';
import type { SiteDeps } from './deps.ts';
import { discoveryRoutes } from './discovery/routes.v2.ts';
import { pageFileRoutes } from './pages/routes.files.ts';
import { pageRoutes } from './pages/routes.pages.ts';
import { creatorPageRoutes } from './publishing/routes.creators.v2.ts';
import { publishingRoutes } from './publishing/routes.v2.ts';
import { siteSettingsRoutes } from './settings/routes.v2.ts';

export type { SiteDeps } from './deps.ts';
export { escapeHtml, Html, html } from './markup/html.ts';
export { notFoundPageFor } from './not-found.route.ts';
export { isOpenToAll } from './publishing/publish.ts';

/** The routes of the public pages of version 2. */
export function siteRoutesV2(app: FastifyInstance, deps: SiteDeps): void {
  siteSettingsRoutes(app, deps);
  publishingRoutes(app, deps);
  creatorPageRoutes(app, deps);
  discoveryRoutes(app, deps);
}

/** The public pages themselves. */
export function mountPages(app: FastifyInstance, deps: SiteDeps): void {
  pageRoutes(app, deps);
  pageFileRoutes(app, deps);
}
