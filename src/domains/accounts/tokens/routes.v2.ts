import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Access tokens, for administrators. */
export function tokenRoutes(_app: FastifyInstance, _parts: AccountParts): void {}
