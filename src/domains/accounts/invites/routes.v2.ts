import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Invitations to represent an agency, and accepting any invitation by the mail's secret. */
export function inviteRoutes(_app: FastifyInstance, _parts: AccountParts): void {}
