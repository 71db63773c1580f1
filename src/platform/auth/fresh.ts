import { Forbidden } from '../errors/errors.ts';
import type { Actor } from './actor.ts';

/** Maximum age of the authentication of a session for sensitive actions. */
export const FRESH_SECONDS = 600;

/**
 * Requires fresh authentication for sensitive actions, because a session may have been left open. API tokens are exempt: they
 * were created in a fresh session.
 * @throws Forbidden `fresh_authentication_required`
 */
export function requireFresh(actor: Actor | null, now: Date): void {
  const token = actor?.token;
  if (token?.purpose !== 'session') return;
  if (now.getTime() - token.authenticatedAt.getTime() <= FRESH_SECONDS * 1000) return;
  throw new Forbidden('fresh_authentication_required', 'Show again who you are, then repeat the request.');
}
