import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** A store's e-mail quota, payment set-up, and being active. */
export function settingsRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
