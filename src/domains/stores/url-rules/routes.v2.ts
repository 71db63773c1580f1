import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** Which of a store's URLs can earn. */
export function urlRuleRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
