import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** What a store sees of a creator who works with it. */
export function dashboardRoutesLegacy(_app: FastifyInstance, _parts: StoreParts): void {}
