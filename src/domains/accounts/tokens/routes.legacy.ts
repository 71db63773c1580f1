import type { FastifyInstance } from 'fastify';
import type { AccountParts } from '../parts.ts';

/** Access tokens on behalf of creators of the default client, and the echo that integrators try their tokens with. */
export function tokenRoutesLegacy(_app: FastifyInstance, _parts: AccountParts): void {}
