import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** Whom a store does not pay. */
export function blocklistRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
