import type { Clicks } from '../domains/clicks/index.ts';
import type { Edge } from '../platform/http/server.ts';

/** What shoppers meet before any API: the tracked redirect, answered straight from `node:http`. */
export function edgeFace(clicks: Clicks): Edge {
  return { handle: clicks.redirect };
}
