import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** A store's record, logo and hashtags, unversioned. */
export function settingsRoutesLegacy(_app: FastifyInstance, _parts: StoreParts): void {}
