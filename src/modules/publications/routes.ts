import type { FastifyInstance } from 'fastify';
import { costRoutes } from './costs/routes.v2.ts';
import type { PublicationDeps } from './deps.ts';
import { figureRoutes } from './figures/routes.v2.ts';
import { publicationRoutes } from './reports/routes.v2.ts';
import { usageRightRoutes } from './rights/routes.v2.ts';

/** The routes of publications. */
export function publicationRoutesV2(app: FastifyInstance, deps: PublicationDeps): void {
  publicationRoutes(app, deps);
  figureRoutes(app);
  costRoutes(app);
  usageRightRoutes(app, deps);
}
