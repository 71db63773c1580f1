import type { FastifyInstance } from 'fastify';
import type { PublicationDeps } from './deps.ts';
import { publicationRoutes } from './reports/routes.v2.ts';

/** The routes of publications. */
export function publicationRoutesV2(app: FastifyInstance, deps: PublicationDeps): void {
  publicationRoutes(app, deps);
}
