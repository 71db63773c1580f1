import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** Registering a store together with its first user, unversioned. */
export function registerRoutesLegacy(_app: FastifyInstance, _parts: StoreParts): void {}
