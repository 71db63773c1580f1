import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Users, clients, revenue tiers and user tags, for administrators. */
export function provisioningRoutes(_app: FastifyInstance, _parts: AccountParts): void {}
