import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** The lists that creators, shops and programs choose from. */
export function directoryRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
