import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Signing in and out with e-mail and password, and who one is. */
export function sessionRoutes(_app: FastifyInstance, _parts: AccountParts): void {}
