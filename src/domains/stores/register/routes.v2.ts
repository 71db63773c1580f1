import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** Registering stores, version 2; by session of the identity provider, too. */
export function registerRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
