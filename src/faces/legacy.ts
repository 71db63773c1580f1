import type { FastifyInstance } from 'fastify';
import { type StatisticsParts, statisticsRoutes } from '../domains/statistics/index.ts';

/** Mounts everything under unversioned paths. */
export function legacyFace(app: FastifyInstance, parts: StatisticsParts): void {
  statisticsRoutes(app, parts);
}
