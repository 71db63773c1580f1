import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Clients (agencies), version 2. */
export function clientRoutes(_app: FastifyInstance, _parts: AccountParts): void {}
