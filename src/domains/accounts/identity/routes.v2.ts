import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** People of the identity provider: its hooks, accepting invites, a session of ours for one of theirs. */
export function identityRoutes(_app: FastifyInstance, _parts: AccountParts): void {}
