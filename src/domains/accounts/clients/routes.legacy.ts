import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Clients (agencies), unversioned paths that name no store. */
export function clientRoutesLegacy(_app: FastifyInstance, _parts: AccountParts): void {}
