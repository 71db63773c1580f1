import type { FastifyInstance } from 'fastify';
import { type LinkDeps, linkRoutesV3 } from '../modules/links/index.ts';

/** Mounts all paths below `/v3`. */
export function mountV3(app: FastifyInstance, deps: Pick<LinkDeps, 'live' | 'publicUrl'>): void {
  linkRoutesV3(app, deps);
}
