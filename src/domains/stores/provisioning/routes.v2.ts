import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** Store groups, categories and return ads, for administrators. */
export function storeProvisioningRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
