import type { Clicks } from '../domains/clicks/index.ts';
import type { Edge } from '../platform/http/server.ts';

/** The tracked redirect, served directly by `node:http` without Fastify. */
export function edgeFace(clicks: Clicks): Edge {
  return { handle: clicks.redirect };
}
