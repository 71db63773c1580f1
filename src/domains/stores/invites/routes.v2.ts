import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** Invitations to represent a store; each counts against its e-mail quota. */
export function storeInviteRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
