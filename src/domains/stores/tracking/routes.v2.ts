import type { FastifyInstance } from 'fastify';
import type { StoreParts } from '../parts.ts';

/** How orders are collected: the sales pixel's and the shop plugin's settings. */
export function trackingRoutes(_app: FastifyInstance, _parts: StoreParts): void {}
