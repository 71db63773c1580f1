import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** The clients that a store can aim its campaigns at. */
export function directoryRoutesLegacy(_app: FastifyInstance, _parts: StoreParts): void {}
