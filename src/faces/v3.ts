import type { FastifyInstance } from 'fastify';
import { type LinkParts, linkRoutesV3 } from '../domains/links/index.ts';

/** Mounts all paths below `/v3`. */
export function v3Face(app: FastifyInstance, parts: LinkParts): void {
  linkRoutesV3(app, parts);
}
