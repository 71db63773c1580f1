import type { Clicks } from '../modules/clicks/index.ts';
import type { RedirectHandler } from '../platform/http/server.ts';

/** The tracked redirect, served directly by `node:http` without Fastify. */
export function redirectHandler(clicks: Clicks): RedirectHandler {
  return { handle: clicks.redirect, claims: clicks.claims };
}
